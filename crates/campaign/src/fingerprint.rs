//! Hashes that are the same for ever, because they are written to disk and into names.

/// FNV-1a, and a last stir.
pub fn fingerprint(bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for &byte in bytes {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    hash ^= hash >> 32;
    hash = hash.wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ hash >> 32
}

/// A formula without its leaves: what is equal then has the same shape.
pub fn shape(text: &[u8]) -> String {
    let Ok(tree) = smt::Tree::parse(text) else {
        // Cut short for people: what is left still tells one from another.
        return String::from_utf8_lossy(text).into_owned();
    };
    let mut out = String::new();
    let mut ends = Vec::new();
    let mut is_head = false;
    for node in tree.nodes() {
        while ends.last() == Some(&node) {
            ends.pop();
            out.push(')');
        }
        if tree.is_list(node) {
            out.push('(');
            ends.push(tree.after(node));
            is_head = true;
            continue;
        }
        match is_head {
            true => out.push_str(&tree.show(node)),
            false => out.push('_'),
        }
        is_head = false;
    }
    out.extend(std::iter::repeat_n(')', ends.len()));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_have_no_leaves() {
        assert_eq!(shape(b"(< (+ x 1) y)"), "(<(+__)_)");
        assert_eq!(shape(b"(< (+ a 27) |b|)"), shape(b"(< (+ x 1) y)"));
        assert_ne!(shape(b"(< (+ x 1) y)"), shape(b"(< (- x 1) y)"));
        assert_eq!(shape(b"p"), "_");
    }

    #[test]
    fn fingerprints_never_change() {
        assert_eq!(fingerprint(b"nuthatch"), fingerprint(b"nuthatch"));
        assert_ne!(fingerprint(b"nuthatch"), fingerprint(b"nuthatcH"));
    }
}
