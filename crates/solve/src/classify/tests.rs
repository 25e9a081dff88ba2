//! One line of output and the class it must be given, rule by rule.

use super::*;

fn judged(solver: &str, stdout: &str, stderr: &str, end: End) -> Answer {
    let heard = Heard {
        stdout: stdout.into(),
        stderr: stderr.into(),
        end,
    };
    judge(Profile::named(solver).unwrap(), &heard, Due::Answer).unwrap()
}

fn check(solver: &str, stdout: &str, stderr: &str, end: End, class: &str) {
    let answer = judged(solver, stdout, stderr, end);
    assert_eq!(
        answer.class().word(),
        class,
        "{solver}: {stdout} {stderr} {end:?} gave {answer}"
    );
}

fn signal(number: i32) -> End {
    End::Exited(ExitStatus::from_raw(number))
}

fn code(number: i32) -> End {
    End::Exited(ExitStatus::from_raw(number << 8))
}

#[test]
fn plain_answers() {
    check("z3", "sat\n", "", End::Marker, "sat");
    check("z3", "success\nsuccess\nunsat\n", "", End::Marker, "unsat");
    check("cvc5", "unknown\n", "", End::Marker, "unknown");
    check("cvc5", "sat\n", "warning: something\n", End::Marker, "sat");
    check("z3", "((x \"\nsat\n\"))\nunsat\n", "", End::Marker, "unsat");
}

#[test]
fn what_is_not_supported_makes_the_answer_worthless() {
    check("yices", "unsupported\nsat\n", "", End::Marker, "rejected");
    check("yices", "sat\nunsupported\n", "", End::Marker, "sat");
    let heard = || Heard {
        stdout: b"unsupported\n".to_vec(),
        stderr: Vec::new(),
        end: End::Marker,
    };
    let of_settings = |solver| judge(Profile::named(solver).unwrap(), &heard(), Due::Settings);
    assert_eq!(of_settings("z3"), None);
    assert_eq!(
        of_settings("cvc5").map(|a| a.class().word()),
        Some("rejected")
    );
    let unwritten = "Fatal failure within f() at a.cpp:3\nUnimplemented code encountered\n";
    check("cvc4", "", unwritten, signal(6), "rejected");
}

#[test]
fn what_the_script_says_is_not_what_the_solver_says() {
    // A symbol that is called like a limit.
    let undeclared = "(error \"line 4 column 11: unknown constant timeout\")\nsat\n";
    check("z3", undeclared, "", End::Marker, "rejected");
    check(
        "cvc5",
        "(error \"Parse Error: <stdin>:1.2: Symbol memout is not declared.\")\n",
        "",
        code(1),
        "rejected",
    );
    check(
        "z3",
        "(error \"line 4 column 11: canceled\")\nsat\n",
        "",
        End::Marker,
        "timeout",
    );
    check(
        "z3",
        "(error \"out of memory\")\nunsat\n",
        "",
        End::Marker,
        "out-of-memory",
    );
    // One that is called like a crash, and text that is echoed.
    check(
        "z3",
        "(error \"unknown constant |Segmentation fault|\")\nsat\n",
        "",
        End::Marker,
        "rejected",
    );
    for echoed in [
        "runtime error: none",
        "Segmentation fault",
        "an invalid model was generated",
    ] {
        check("z3", &format!("{echoed}\nsat\n"), "", End::Marker, "sat");
    }
}

#[test]
fn one_line_of_many_words_is_read_at_once() {
    let stdout = format!("sat\n{}\n", "a ".repeat(4_000_000));
    check("z3", &stdout, "", End::Marker, "sat");
}

#[test]
fn places_in_our_own_stream_are_left_out() {
    let answer = judged("z3", "(error \"line 93 column 5: no\")\n", "", End::Marker);
    assert_eq!(answer.detail(), "no");
    let answer = judged(
        "cvc5",
        "(error \"Parse Error: <stdin>:164.14: no\")\n",
        "",
        code(1),
    );
    assert_eq!(answer.detail(), "Parse Error: no");
    let answer = judged("bitwuzla", "(error \"/dev/fd/3:9:18: no\")\n", "", code(1));
    assert_eq!(answer.detail(), "no");
}

#[test]
fn an_error_before_the_answer_makes_it_worthless() {
    check(
        "z3",
        "(error \"line 1: unknown constant x\")\nsat\n",
        "",
        End::Marker,
        "rejected",
    );
    check(
        "z3",
        "sat\n(error \"line 9: late\")\n",
        "",
        End::Marker,
        "sat",
    );
    check(
        "cvc5",
        "(error \"Parse Error: x\")\n",
        "",
        code(1),
        "rejected",
    );
    check(
        "generic",
        "",
        "parse error in line 3\n",
        code(1),
        "rejected",
    );
    check("generic", "", "", code(2), "rejected");
}

#[test]
fn limits_are_never_crashes() {
    check(
        "cvc5",
        "",
        "cvc5 interrupted by timeout.\n",
        signal(6),
        "timeout",
    );
    check("z3", "timeout\n", "", code(0), "timeout");
    check(
        "z3",
        "",
        "(error \"out of memory\")\n",
        code(101),
        "out-of-memory",
    );
    let bad_alloc = "terminate called after throwing an instance of 'std::bad_alloc'\n";
    check("cvc4", "", bad_alloc, signal(6), "out-of-memory");
    check("z3", "", "", signal(9), "out-of-memory");
    check("z3", "sat\n", "", End::Deadline, "timeout");
    check("z3", "", "", signal(24), "timeout");
}

#[test]
fn crashes_are_recognised() {
    check("z3", "", "", signal(11), "crash");
    check("z3", "", "", code(139), "crash");
    check(
        "cvc4",
        "",
        "CVC4 suffered a segfault.\nOffending address is 0x0\n",
        signal(6),
        "crash",
    );
    check(
        "cvc5",
        "",
        "Fatal failure within void f() at ./a.cpp:3\nCheck x\n",
        signal(6),
        "crash",
    );
    check(
        "z3",
        "",
        "ASSERTION VIOLATION\nFile: a.cpp\nLine: 3\nx > 0\n",
        End::Marker,
        "crash",
    );
    let report = "==1==ERROR: AddressSanitizer: heap-overflow\n#0 0x1 in f a.c:1\n";
    check("z3", "sat\n", report, code(1), "crash");
    check(
        "z3",
        "sat\n",
        "a.cpp:3: runtime error: signed overflow\n",
        End::Marker,
        "crash",
    );
}

#[test]
fn what_commands_were_answered_with_is_no_part_of_a_signature() {
    let signature = |out, report| judged("z3", out, report, signal(11)).detail().to_string();
    let plain = signature("", "");
    let refused = "(error \"line 3 column 9: unknown function/constant f\")\n";
    assert_eq!(signature(refused, ""), plain);
    assert_eq!(signature("sat\n", ""), plain);
    let told = signature(refused, "stack smashed in pop\n");
    assert!(told.ends_with("stack smashed in pop"), "{told}");
}

#[test]
fn a_crash_has_a_stable_signature() {
    let one = "Fatal failure within void f(int) at /a/b/c.cpp:12\nCheck failure\n\n x == 3\n";
    let two = "Fatal failure within void f(int) at ./b/c.cpp:98\nCheck failure\n\n x == 4\n";
    let signature = |report| judged("cvc5", "", report, signal(6)).detail().to_string();
    assert_eq!(signature(one), signature(two));
    assert_eq!(
        signature(one),
        "Fatal failure within void f(int) at c.cpp Check failure x == N"
    );
}

#[test]
fn models_the_solver_itself_finds_wrong() {
    let found = "sat\n(error \"line 9 column 10: an invalid model was generated\")\n";
    check("z3", found, "", End::Marker, "invalid-model");
    // Not of the script we gave it.
    let other = format!("(error \"line 3 column 9: unknown constant f\")\n{found}");
    check("z3", &other, "", End::Marker, "rejected");
    let found = "Fatal failure within x\nERRORS SATISFYING ASSERTIONS WITH MODEL\n";
    check("cvc5", "", found, signal(6), "invalid-model");
}

#[test]
fn silence_and_chatter_tell_nothing() {
    check("z3", "", "", code(0), "unknown");
    check("z3", "sat\nunsat\n", "", End::Marker, "unknown");
    check("z3", "", "", End::ClosedOutput, "unknown");
    check("z3", "it is sat\n", "", End::Marker, "unknown");
    check("z3", "", "", signal(15), "unknown");
}

#[test]
fn symbols_of_the_script_are_no_messages() {
    let model = "((define-fun timeout () Bool true)\n(define-fun |out of memory| () Int 3))\n";
    check(
        "z3",
        &format!("{model}unknown\n"),
        "",
        End::Marker,
        "unknown",
    );
}

#[test]
fn progress_is_no_message() {
    let progress = "(transform N7datalog13mk_coi_filterE...no-op 0s)\n\
        expand: timeout (1, 0) FAR  w(0) 1(smt.stats    0      3      2     23    21/0     2)\n.\n\
        \tcreate_child: |out of memory| (0, 1) FAR 354 U 0.00\nEntering level 2\n\
        (define-fun timeout ((x!0 Int)) Bool\n  (not (<= x!0 canceled)))\n";
    check("z3", "unknown\n", progress, End::Marker, "unknown");
    check("z3", "sat\n", progress, End::Marker, "sat");
    let broken = format!("{progress}Failed to verify: x\n");
    check("z3", "", &broken, code(114), "crash");
    let refuted = format!("{progress}an invalid model was generated\n");
    check("z3", "sat\n", &refuted, End::Marker, "invalid-model");
}

#[test]
fn queries_may_fail() {
    let z3 = Profile::named("z3").unwrap();
    let heard = |stdout: &str| Heard {
        stdout: stdout.into(),
        stderr: Vec::new(),
        end: End::Marker,
    };
    let error = "(error \"line 28 column 10: model is not available\")\n";
    assert_eq!(judge(z3, &heard(error), Due::Anything), None);
    assert_eq!(
        judge(z3, &heard(error), Due::NoAnswer)
            .unwrap()
            .class()
            .word(),
        "rejected"
    );
    assert_eq!(
        judge(z3, &heard("sat\n"), Due::NoAnswer)
            .unwrap()
            .class()
            .word(),
        "unknown"
    );
}

#[test]
fn reasons_become_limits() {
    let z3 = Profile::named("z3").unwrap();
    let explain = |reason: &str, ms| {
        explain_unknown(
            z3,
            reason,
            Duration::from_millis(ms),
            Duration::from_secs(1),
        )
    };
    assert_eq!(explain("timeout", 3), Answer::Timeout);
    assert_eq!(explain("canceled", 3), Answer::Timeout);
    assert_eq!(explain("max. memory exceeded", 3), Answer::OutOfMemory);
    assert_eq!(explain("", 999), Answer::Timeout);
    assert_eq!(
        explain("(incomplete quantifiers)", 999).detail(),
        "(incomplete quantifiers)"
    );
    assert_eq!(
        reason_in(b"(:reason-unknown \"smt tactic\")\n"),
        "smt tactic"
    );
    assert_eq!(reason_in(b"(:reason-unknown timeout)\n"), "timeout");
    assert_eq!(reason_in(b"(error \"x\")\n"), "");
}
