//! Strings and regular expressions.

use super::super::catalogue::{BOOL, Builder, Kind, SortNo};
use super::super::settings::Theory;

pub(super) fn fill(builder: &mut Builder<'_>) {
    let ints = builder.settings.has(Theory::Ints);
    let s = builder.sort("String", Kind::String, true);
    let i = builder.sort("Int", Kind::Int, ints);
    let r = builder.sort("RegLan", Kind::RegLan, false);
    if builder.settings.newest {
        for code in ["61", "30", "22", "7F", "1F600"] {
            let head = format!("(_ char #x{code})");
            builder.add(&head, &[], s).traits.newest = true;
        }
    }
    builder.add("str.++", &[s, s], s);
    builder.add("str.++", &[s, s, s], s);
    builder.add("str.len", &[s], i);
    builder.add("str.<", &[s, s], BOOL);
    builder.add("str.<=", &[s, s], BOOL);
    builder.add("str.at", &[s, i], s);
    builder.add("str.substr", &[s, i, i], s);
    builder.add("str.prefixof", &[s, s], BOOL);
    builder.add("str.suffixof", &[s, s], BOOL);
    builder.add("str.contains", &[s, s], BOOL);
    builder.add("str.indexof", &[s, s, i], i);
    builder.add("str.replace", &[s, s, s], s);
    builder.add("str.replace_all", &[s, s, s], s);
    builder.add("str.replace_re", &[s, r, s], s);
    builder.add("str.replace_re_all", &[s, r, s], s);
    builder.add("str.is_digit", &[s], BOOL);
    builder.add("str.to_code", &[s], i);
    builder.add("str.from_code", &[i], s);
    builder.add("str.to_int", &[s], i);
    builder.add("str.from_int", &[i], s);
    builder.add("str.in_re", &[s, r], BOOL);
    regular(builder, s, r);
}

/// Regular expressions; solvers want strings without variables in them.
fn regular(builder: &mut Builder<'_>, s: SortNo, r: SortNo) {
    for name in ["re.none", "re.all", "re.allchar"] {
        builder.add(name, &[], r);
    }
    for (name, count) in [("str.to_re", 1), ("re.range", 2)] {
        let op = builder.add(name, &vec![s; count], r);
        for argument in &mut op.arguments {
            argument.literal = true;
        }
    }
    for name in ["re.++", "re.union", "re.inter", "re.diff"] {
        builder.add(name, &[r, r], r);
    }
    for name in ["re.*", "re.+", "re.opt", "re.comp"] {
        builder.add(name, &[r], r);
    }
    for head in ["(_ re.^ 0)", "(_ re.^ 2)", "(_ re.^ 3)"] {
        builder.add(head, &[r], r);
    }
    for head in ["(_ re.loop 0 2)", "(_ re.loop 1 3)", "(_ re.loop 2 1)"] {
        builder.add(head, &[r], r);
    }
}
