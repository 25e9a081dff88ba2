//! Terms of bit-vectors.

use super::{Generator, Sort, WIDTHS};

impl Generator {
    pub(super) fn vector_literal(&mut self, width: u32) -> String {
        let width = width as usize;
        let digits: String = match self.below(5) {
            0 => "0".repeat(width),
            1 => "1".repeat(width),
            2 => format!("1{}", "0".repeat(width - 1)),
            3 => format!("{}1", "0".repeat(width - 1)),
            _ => (0..width).map(|_| self.pick(&['0', '1'])).collect(),
        };
        format!("#b{digits}")
    }

    pub(super) fn comparison(&mut self, depth: usize) -> String {
        let names = [
            "bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge", "bvuaddo",
            "bvsaddo", "bvumulo", "bvsmulo", "bvusubo", "bvssubo", "bvsdivo",
        ];
        let name = self.pick(&names);
        let sort = Sort::BitVec(self.pick(&WIDTHS));
        match self.below(16) {
            0 => self.apply("bvnego", &[sort], depth),
            _ => self.apply(name, &[sort.clone(), sort], depth),
        }
    }

    pub(super) fn vector(&mut self, width: u32, depth: usize) -> String {
        let sort = Sort::BitVec(width);
        match self.below(10) {
            0..=3 => {
                let names = [
                    "bvand", "bvor", "bvxor", "bvnand", "bvnor", "bvxnor", "bvadd", "bvmul",
                    "bvsub", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod", "bvshl", "bvlshr",
                    "bvashr",
                ];
                let name = self.pick(&names);
                self.apply(name, &[sort.clone(), sort], depth)
            }
            4 => {
                let name = self.pick(&["bvnot", "bvneg"]);
                self.apply(name, &[sort], depth)
            }
            5 => {
                let name = self.pick(&["rotate_left", "rotate_right"]);
                let by = self.below(2 * width as usize + 1);
                self.apply(&format!("(_ {name} {by})"), &[sort], depth)
            }
            6 => {
                let from = self.pick(&WIDTHS);
                match from < width {
                    true => {
                        let name = self.pick(&["zero_extend", "sign_extend"]);
                        let name = format!("(_ {name} {})", width - from);
                        self.apply(&name, &[Sort::BitVec(from)], depth)
                    }
                    false => {
                        let low = self.below((from - width) as usize + 1) as u32;
                        let name = format!("(_ extract {} {low})", low + width - 1);
                        self.apply(&name, &[Sort::BitVec(from)], depth)
                    }
                }
            }
            7 if width > 1 => {
                let left = 1 + self.below(width as usize - 1) as u32;
                let sorts = [Sort::BitVec(left), Sort::BitVec(width - left)];
                self.apply("concat", &sorts, depth)
            }
            8 => self.apply(&format!("(_ int_to_bv {width})"), &[Sort::Int], depth),
            _ if width == 1 => {
                let sort = Sort::BitVec(self.pick(&WIDTHS));
                self.apply("bvcomp", &[sort.clone(), sort], depth)
            }
            _ if width == 4 => self.apply("g", &[sort], depth),
            _ => self.apply("bvadd", &[sort.clone(), sort.clone(), sort], depth),
        }
    }
}
