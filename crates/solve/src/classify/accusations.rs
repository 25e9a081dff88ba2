//! What accuses a solver, message by message: each is recognised as the solver writes it, and nothing
//! that only resembles it is. *Cannot check* is not *wrong*, a refusal is no crash, and what the script
//! says, quoted in a warning or echoed, is not what the solver says.

use super::*;

fn heard(stdout: &str, stderr: &str, end: End) -> Heard {
    Heard {
        stdout: stdout.into(),
        stderr: stderr.into(),
        end,
    }
}

#[track_caller]
fn check(solver: &str, heard: Heard, class: &str) {
    let answer = judge(Profile::named(solver).unwrap(), &heard, Due::Answer).unwrap();
    assert_eq!(
        answer.class().word(),
        class,
        "{solver}: {heard:?} gave {answer}"
    );
}

fn signal(number: i32) -> End {
    End::Exited(ExitStatus::from_raw(number))
}

fn code(number: i32) -> End {
    End::Exited(ExitStatus::from_raw(number << 8))
}

/// As cvc5 1.0.3, 1.4.2 and CVC4 1.8 print it before `sat`.
#[test]
fn a_model_that_cannot_be_checked_is_not_wrong() {
    let long = "The model was computed to have strings of length 253648. Based on the current value of \
        option --strings-model-max-len, we only allow strings up to length 65536\n\
        Warning : SolverEngine::checkModel(): cannot check simplified assertion : \
        (= (str.len (witness ((s String)) (! (= (str.len s) 253648) :qid w0) )) 253648)\n";
    check("cvc5", heard("sat\n", long, End::Marker), "sat");
    let quantified = "Warning : SmtEngine::checkModel(): cannot check simplified assertion : \
        (forall ((x Int)) (> (f x) 0) )\n";
    check("cvc4", heard("sat\n", quantified, End::Marker), "sat");
    let no_constant = "Warning : SmtEngine::checkModel(): model value for x\n             is (sin 1)\n\
        and that is not a constant (.isConst() == false).\n\
        Run with `--check-models -v' for additional diagnostics.\n";
    check("cvc4", heard("sat\n", no_constant, End::Marker), "sat");
    for refused in [
        "Cannot run check-model on a model with approximate values.",
        "Cannot run check-model on a model with a separation logic heap.",
        "Running check-model is not guaranteed to pass when fmf-fun is enabled.",
    ] {
        let error = format!("(error \"{refused}\")\n");
        check("cvc5", heard(&error, "", code(1)), "rejected");
        check("cvc4", heard(&error, "", code(1)), "rejected");
    }
    // Not evaluated to true, but not to false either.
    let unevaluated = "failed to verify: (= (f 0) 1)\nevaluated to (= (f 0) 1)\n";
    check("z3", heard("sat\n", unevaluated, End::Marker), "sat");
    let part = "Failed to validate 12 #8 = (= #7 #5) false\n";
    check("z3", heard("sat\n", part, End::Marker), "sat");
    let option = "(error \"invalid option '--check-model'\")\n";
    check("bitwuzla", heard(option, "", code(1)), "rejected");
    let verbose = "[bzla] *** check model\n";
    check("bitwuzla", heard("sat\n", verbose, End::Marker), "sat");
    let no_witness = "sat\nInternal witness validation failed!\n";
    let why = ";No witness has been computed.\n;Reason: not implemented\n";
    check("golem", heard(no_witness, why, code(0)), "sat");
}

#[test]
fn a_model_that_was_found_wrong_is() {
    let errors = "Fatal failure within void cvc5::internal::smt::CheckModels::checkModel(..) at \
        check_models.cpp:185\nInternal error detected SolverEngine::checkModel(): \
        ERRORS SATISFYING ASSERTIONS WITH MODEL:\nassertion:     (= x 1)\nsimplifies to: false\n";
    check("cvc5", heard("", errors, signal(6)), "invalid-model");
    let warning = "SmtEngine::checkModel(): ERRORS SATISFYING ASSERTIONS WITH MODEL:\n";
    check(
        "cvc4",
        heard("sat\n", warning, End::Marker),
        "invalid-model",
    );
    let verified = "failed to verify: (= x 1)\nevaluated to false\n";
    check("z3", heard("sat\n", verified, End::Marker), "invalid-model");
    let generated = "(error \"line 1 column 2: an invalid model was generated\")\n";
    check(
        "z3",
        heard(&format!("sat\n{generated}"), "", End::Marker),
        "invalid-model",
    );
    let failed = "[bzla] warning: model check failed\n";
    check(
        "bitwuzla",
        heard("sat\n", failed, End::Marker),
        "invalid-model",
    );
    let fatal = "FATAL - Model does not satisfy (= x 1)\n";
    check(
        "smtinterpol",
        heard("sat\n", fatal, End::Marker),
        "invalid-model",
    );
}

/// A warning quotes a formula, and a formula has symbols and strings of any words.
#[test]
fn words_of_the_script_accuse_nobody() {
    let messages = [
        "ERRORS SATISFYING ASSERTIONS WITH MODEL",
        "an invalid model was generated",
        "model check failed",
        "Model does not satisfy x",
        "f.c:3: main: Assertion `x' failed.",
        "ASSERTION VIOLATION",
        "Assertion failure",
        "Fatal failure within f",
        "Unreachable code reached",
        "Internal error detected",
        "Failed to verify: x",
        "FATAL ERROR",
        "thread 'main' panicked at x",
        "java.lang.AssertionError",
        "terminate called after",
        "cvc5 was terminated by the C++ runtime",
        "uncaught exception",
        "Exception in thread",
        "cvc5 suffered a segfault",
        "Segmentation fault",
        "==1==ERROR: AddressSanitizer: heap",
        "a.cpp:3:1: runtime error: overflow",
    ];
    for solver in ["z3", "cvc5", "cvc4", "bitwuzla", "yices", "smtinterpol"] {
        for words in messages {
            for quoted in [format!("|{words}|"), format!("\"{words}\"")] {
                let warning = format!("Warning : cannot check assertion : (= {quoted} x)\n");
                check(solver, heard("sat\n", &warning, End::Marker), "sat");
                let error = format!("(error \"unknown symbol |{words}|\")\n");
                check(solver, heard(&error, "", code(1)), "rejected");
            }
            // Echoed.
            let echoed = format!("{words}\nsat\n");
            check(solver, heard(&echoed, "", End::Marker), "sat");
            check(solver, heard(&echoed, "", code(0)), "sat");
        }
    }
    // A query that fails ends some solvers.
    let echoed = heard(
        "Segmentation fault\n(error \"no such term\")\n",
        "",
        code(1),
    );
    let answer = judge(Profile::named("yices").unwrap(), &echoed, Due::Anything);
    assert_eq!(answer.unwrap().class().word(), "rejected");
}

#[test]
fn a_refusal_or_a_limit_is_no_crash_however_it_is_told() {
    for refused in [
        "Fatal failure within f() at a.cpp:3\nUnimplemented code encountered\nfp.rem\n",
        "Fatal failure within f() at a.cpp:3\nInternal error detected BAG_CHOOSE is not supported yet\n",
        "Fatal failure within f() at a.cpp:3\nUnhandled case encountered \nbags are not yet implemented\n",
        "terminate called after throwing an instance of 'cvc5::internal::LogicException'\n\
         what():  cvc5 can't solve field problems since it was not configured with --cocoa\n",
    ] {
        check("cvc5", heard("", refused, signal(6)), "rejected");
    }
    // It says sat, and what it prints as a model is none: that is what it warns of.
    let warned = "[bzla] warning: Equalities over uninterpreted sorts not yet supported.\n";
    check("bitwuzla", heard("sat\n", warned, End::Marker), "rejected");
    let failed = format!("{warned}[bzla] warning: model check failed\n");
    check("bitwuzla", heard("sat\n", &failed, End::Marker), "rejected");
    let aborted = "[boolector] extensionality is not supported\n";
    check("boolector", heard("", aborted, signal(6)), "rejected");
    check("boolector", heard("", aborted, signal(11)), "crash");
    let unwritten = "NOT IMPLEMENTED YET!\nASSERTION VIOLATION\nFile: a.cpp\nLine: 3\n\
        UNEXPECTED CODE WAS REACHED.\n";
    check("z3", heard("", unwritten, code(113)), "rejected");
    let java = "Exception in thread \"main\" java.lang.UnsupportedOperationException\n\tat a.B(C.java:1)\n";
    check("smtinterpol", heard("", java, code(1)), "rejected");
    for limit in [
        "==1==ERROR: AddressSanitizer: allocator is out of memory trying to allocate 0x1 bytes\n",
        "==1==ERROR: AddressSanitizer: requested allocation size 0x1 exceeds maximum\n",
        "gmp: overflow in mpz type\n",
        "GNU MP: Cannot reallocate memory (old_size=8 new_size=16)\n",
        "memory allocation of 17179869184 bytes failed\n",
        "cadical: fatal error: out-of-memory\n",
        "Exception in thread \"main\" java.lang.StackOverflowError\n",
    ] {
        check("generic", heard("", limit, signal(6)), "out-of-memory");
    }
}

#[test]
fn crashes_are_told_in_many_ways() {
    for told in [
        "yices: api.c:12: f: Assertion `x > 0' failed.\n",
        "api.c:12: Assertion `x > 0' failed.\n",
        "Assertion failed: (x), function f, file a.c, line 3.\n",
        "ASSERTION VIOLATION\nFile: a.cpp\n",
        "Fatal failure within f() at a.cpp:3\nCheck failure\n x\n",
        "thread 'main' panicked at src/main.rs:1:2:\n",
        "thread 'main' (17) panicked at src/main.rs:1:2:\n",
        "terminate called after throwing an instance of 'int'\n",
        "cvc5 was terminated by the C++ runtime.\n",
        "Exception in thread \"main\" java.lang.NullPointerException\n",
        "cvc5 suffered a segfault.\n",
        "Segmentation fault (core dumped)\n",
        "./run: line 3: 4711 Segmentation fault      solver\n",
        "==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x1\n",
        "==7==WARNING: MemorySanitizer: use-of-uninitialized-value\n",
        "../src/a.cpp:3:17: runtime error: signed integer overflow\n",
        "a.cpp:3: runtime error: signed integer overflow\n",
    ] {
        check("generic", heard("", told, code(1)), "crash");
    }
    check("z3", heard("", "Failed to verify: x\n", code(114)), "crash");
    check(
        "yices",
        heard("", "FATAL ERROR: unexpected\n", code(1)),
        "crash",
    );
    check(
        "yices",
        heard("", "BUG: unexpected context status\n", code(1)),
        "crash",
    );
}
