//! What a solver counted, where it prints that with every answer instead of being asked for it.

/// What the response to `(get-info :all-statistics)` begins with.
pub(crate) const BEGIN: &str = "(:all-statistics";

/// Takes the lines that tell of counters (`name::of::it = 7`) out of what was printed for a check.
pub(crate) fn take(stdout: &mut Vec<u8>) -> Vec<u8> {
    let (mut lines, mut rest) = (Vec::new(), Vec::new());
    for line in stdout.split_inclusive(|&byte| byte == b'\n') {
        match counter(line) {
            Some(_) => lines.extend_from_slice(line),
            None => rest.extend_from_slice(line),
        }
    }
    *stdout = rest;
    lines
}

/// Such lines as the response to `(get-info :all-statistics)`; nothing if there are none.
pub(crate) fn as_if_asked(lines: &[u8]) -> String {
    let mut response = String::new();
    let counters = lines.split(|&byte| byte == b'\n').filter_map(counter);
    for (name, value) in counters {
        let start = if response.is_empty() { BEGIN } else { "" };
        response.push_str(start);
        for part in [" (\"", name, "\" ", value, ")"] {
            response.push_str(part);
        }
    }
    if !response.is_empty() {
        response.push_str(")\n");
    }
    response
}

/// The name and the value in a line. A value that has changed has `(was ..)` behind it.
fn counter(line: &[u8]) -> Option<(&str, &str)> {
    let line = std::str::from_utf8(line).ok()?;
    let (name, value) = line.trim_end().split_once(" = ")?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || "_:.-<>".contains(c);
    let is_counter = name.contains("::") && name.chars().all(is_name);
    let value = value.split(" (was ").next().unwrap_or_default();
    is_counter.then_some((name, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_told_from_answers() {
        let mut printed = b"sat::decisions = 12 (was 3)\n\
            theory::steps = { A_B: 1, C: 2 } (was { A_B: 1 })\nsat\n(error \"x = 1\")\n"
            .to_vec();
        let lines = take(&mut printed);
        assert_eq!(printed, b"sat\n(error \"x = 1\")\n");
        let expected =
            "(:all-statistics (\"sat::decisions\" 12) (\"theory::steps\" { A_B: 1, C: 2 }))\n";
        assert_eq!(as_if_asked(&lines), expected);
        assert_eq!(as_if_asked(b""), "");
    }
}
