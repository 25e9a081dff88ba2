use super::*;

#[test]
fn every_profile_reads_and_is_listed_under_its_own_name() {
    let names: Vec<_> = Profile::all()
        .iter()
        .map(|profile| profile.name.as_str())
        .collect();
    let listed: Vec<_> = PROFILES.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, listed);
    assert_eq!(Profile::generic().name, "generic");
}

#[test]
fn every_pattern_compiles() {
    for profile in Profile::all() {
        let patterns = [
            Some(&profile.version.pattern),
            profile.modes.warm_logics.as_ref(),
            Some(&profile.takes.logics),
        ];
        for pattern in patterns.into_iter().flatten() {
            pattern.is_match(b"");
        }
        if let Some(progress) = &profile.progress {
            assert!(!progress.args.is_empty() && !progress.lines.is_match(b""));
        }
        let messages = &profile.messages;
        let lists = [
            &messages.timeout,
            &messages.out_of_memory,
            &messages.unsupported,
            &messages.limit_errors,
            &messages.unimplemented,
            &messages.assertion,
            &messages.exception,
            &messages.segfault,
            &messages.sanitizer,
            &messages.invalid_model,
        ];
        for list in lists {
            assert!(!list.is_match(b""), "{} takes silence for it", profile.name);
        }
    }
}

#[test]
fn every_file_under_profiles_is_listed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("profiles");
    let files = std::fs::read_dir(folder).unwrap().count();
    assert_eq!(files, PROFILES.len() + 1, "the profiles and common.toml");
}

#[test]
fn pip_entries_say_where_the_solver_is() {
    for pip in Profile::all()
        .iter()
        .filter_map(|profile| profile.pip.as_ref())
    {
        match pip.holds {
            Holds::Executable => assert!(pip.executable.is_some(), "{}", pip.package),
            Holds::Bindings => assert!(pip.shim.is_some(), "{}", pip.package),
        }
    }
}

#[test]
fn programs_find_their_profile() {
    let cases = [
        ("/usr/bin/z3", "z3"),
        ("z3-4.8.9", "z3"),
        ("./cvc5", "cvc5"),
        ("yices-smt2", "yices"),
        ("z3str", "generic"),
        ("my-solver", "generic"),
    ];
    for (program, profile) in cases {
        assert_eq!(
            Profile::for_program(Path::new(program)).name,
            profile,
            "{program}"
        );
    }
}

#[test]
fn logics_and_commands_are_known() {
    let bitwuzla = Profile::named("bitwuzla").unwrap();
    assert!(bitwuzla.takes_logic("QF_ABVFP") && !bitwuzla.takes_logic("QF_LIA"));
    assert!(!bitwuzla.takes_command("get-info") && bitwuzla.takes_command("check-sat"));
    let z3 = Profile::named("z3").unwrap();
    assert!(z3.takes_command("check-sat-using") && !z3.takes_command("get-abduct"));
    assert_eq!(z3.tactic_for(Some("QF_BV")), "qfbv");
    assert_eq!(z3.tactic_for(Some("UFDT")), "default");
    assert_eq!(z3.tactic_for(None), "default");
}

#[test]
fn messages_are_matched_by_line() {
    let z3 = Profile::named("z3").unwrap();
    let found = z3
        .messages
        .out_of_memory
        .first_line(b"sat\n(error \"out of memory\")\nx");
    assert_eq!(found, Some(&b"(error \"out of memory\")"[..]));
    assert!(!z3.messages.timeout.is_match(b"timeoutish_symbol"));
}
