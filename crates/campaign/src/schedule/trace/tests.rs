use super::*;

/// What z3 5.4.0 tells.
const NEW: &str = "(transform N7datalog13mk_coi_filterE...no-op 0s)
(transform N7datalog25mk_interp_tail_simplifierE...3 rules 0s)
(transform N7datalog15mk_rule_inlinerE...no-op 0s)
expand: query!0 (0, 0) FAR  w(0) 1. F 0.00
(spacer::context::check_reachability :time 0.00 :before-memory 20.42 :after-memory 20.71)
Entering level 1
expand: query!0 (1, 0) FAR  w(0) 1.
\tcreate_child: mc (0, 1) FAR 354 U 0.00
expand: mc (0, 0) FAR  w(0) 354. F 0.00
Propagating: 0 1  ! 2 
(spacer::context::propagate :time 0.00 :before-memory 21.10 :after-memory 21.10)
is-reachable: mc (1, 1) FAR 1301 T 0.00
(define-fun mc ((x!0 Int) (x!1 Int)) Bool
  (and (>= x!0 91)))
";

/// The same from z3 4.8.12, whose core speaks in between.
const OLD: &str = "(transform N7datalog13mk_coi_filterE...no-op 0s)
(transform N7datalog25mk_interp_tail_simplifierE...3 rules 0s)
expand: query!0 (0, 0) FAR  w(0) 1. F 0.00
(spacer::context::check_reachability :time 0.00 :before-memory 19.60 :after-memory 19.79)
Entering level 1
expand: query!0 (1, 0) FAR  w(0) 1(smt.stats :restarts     :decisions  :clauses/bin :simplify   :memory)
(smt.stats        :conflicts   :propagations  :lemmas  :deletions   )
(smt.stats    0      3      2     23    21/0     2    0    0   19.79)
.
\tcreate_child: |m c| (0, 1) FAR 329 U 0.00
expand: |m c| (0, 0) FAR  w(0) 329.(smt.stats    0      4      3     36    25/0     3    0    0   19.99)
 F 0.00
Propagating: 0 (smt.stats    0      4      3     36    25/0     3    0    0   19.99)
1  ! 2 
is-reachable: |m c| (1, 1) FAR 1301 T 0.00
";

fn names(progress: &str) -> Vec<String> {
    let trace = Trace::told(progress);
    trace.states.iter().map(|state| name(*state)).collect()
}

#[test]
fn the_main_steps_are_states() {
    let tail_simplifier = name(state("transform interp_tail_simplifier"));
    let expected = [
        &tail_simplifier,
        "expand: blocked",
        "level",
        "expand",
        "child: open",
        "expand: blocked",
        "propagate: stopped",
        "reachable: yes",
    ];
    assert_eq!(names(NEW), expected);
    assert!(tail_simplifier.starts_with('#'));
}

#[test]
fn versions_that_say_more_did_the_same() {
    assert_eq!(names(OLD), names(NEW));
    assert_eq!(Trace::told(OLD).hash(), Trace::told(NEW).hash());
    let other = NEW.replace("FAR 354 U", "FAR 354 UNDEF");
    assert_ne!(Trace::told(&other).hash(), Trace::told(NEW).hash());
}

#[test]
fn names_numbers_and_times_are_dropped() {
    let other = NEW.replace("mc ", "another ").replace("0.00", "1.25");
    let other = other.replace("354", "77").replace("query!0", "query!1");
    assert_eq!(Trace::told(&other), Trace::told(NEW));
}

#[test]
fn weak_and_other_obligations_are_told_apart() {
    let weak =
        "expand: p (2, 1) FAR  w(3) 1. UNDEF 0.00\nexpand: p (2, 1) FAR  SUBS w(0) 9. F 0.01\n";
    assert_eq!(
        names(weak),
        ["expand weak: undefined", "expand aside: blocked"]
    );
}

#[test]
fn states_and_transitions_are_counted() {
    let counts = Trace::told(NEW).counts();
    assert_eq!(counts.states[&state("expand: blocked")], 2);
    assert_eq!(counts.states.values().sum::<u64>(), 8);
    assert_eq!(counts.transitions.values().sum::<u64>(), 7);
    let pair = (state("child: open"), state("expand: blocked"));
    assert_eq!(counts.transitions[&pair], 1);
}

#[test]
fn there_is_something_instead_of_a_trace() {
    let statistics = "(:SPACER-num-lemmas 6\n :memory 19.79\n :conflicts 48\n :total-time 0.03)";
    let of =
        |ms, statistics: &str| Trace::instead(&Answer::Sat, Duration::from_millis(ms), statistics);
    let trace = of(3, statistics);
    assert!(!trace.told);
    assert_eq!(trace.states.len(), 4);
    assert_eq!(name(trace.states[0]), "answer: sat");
    // Alike in magnitude is alike.
    let alike = statistics.replace("48", "50").replace("0.03", "0.09");
    assert_eq!(of(7, &alike), trace);
    assert_ne!(of(7, &statistics.replace("48", "480")), trace);
    assert_eq!(of(800, statistics), trace);
    assert_ne!(of(8_000, statistics), trace);
    assert_eq!(of(0, "").states.len(), 2);
}

#[test]
fn hostile_text_is_no_trace() {
    for text in [
        "",
        "(smt.",
        "(smt.stats",
        "expand: ",
        "(transform ",
        "(transform ...",
        "é(smt.é",
    ] {
        let trace = Trace::told(text);
        assert!(trace.states.len() <= 1, "{text}");
    }
    let endless = "Entering level 1\n".repeat(LONGEST + 10);
    assert_eq!(Trace::told(&endless).states.len(), LONGEST);
}

#[test]
fn every_name_is_its_own_state() {
    for (number, known) in NAMES.iter().enumerate() {
        assert_eq!(usize::from(state(known)), number);
        assert_eq!(name(state(known)), *known);
    }
    assert!(state("something else") >= HASHED);
}
