//! What findings are recognised by. Hashes are the same for ever, because they are written to disk
//! and into names.

use smt::Tree;

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

/// The same of 128 bits, for what is believed on the strength of its hash: no two texts that anybody
/// will ever write have the same.
pub fn wide_fingerprint(bytes: &[u8]) -> u128 {
    let mut hash = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128;
    for &byte in bytes {
        hash = (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    }
    hash
}

/// A formula without its leaves: what is equal then has the same shape.
pub fn shape(text: &[u8]) -> String {
    let Ok(tree) = Tree::parse(text) else {
        // Cut short for people: what is left still tells one from another.
        return String::from_utf8_lossy(text).into_owned();
    };
    let mut out = String::new();
    let mut ends = Vec::new();
    let mut is_head = false;
    for node in tree.nodes() {
        while ends.last().is_some_and(|end| *end <= node) {
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
        assert_eq!(fingerprint(b"nuthatch"), 0xd9ed_0b76_3e81_56c7);
        assert_ne!(fingerprint(b"nuthatch"), fingerprint(b"nuthatcH"));
        // FNV-1a of 128 bits, as published.
        let wide = wide_fingerprint(b"foobar");
        assert_eq!(wide, 0x343e_1662_793c_64bf_6f0d_3597_ba44_6f18);
    }
}
