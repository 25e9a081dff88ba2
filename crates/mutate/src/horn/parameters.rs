//! Parameters of z3 that change how it solves or rewrites, and not what the answer is.
//!
//! Data, so that what maintainers refuse or a version does not know can be left out.

/// A Boolean parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Parameter {
    /// Its name as it is set.
    pub name: &'static str,
    /// What it is if nobody sets it.
    pub default: bool,
    /// Whether it is documented to approximate, so that an answer need not be right.
    pub approximates: bool,
}

impl Parameter {
    const fn on(name: &'static str) -> Self {
        Self {
            name,
            default: true,
            approximates: false,
        }
    }

    const fn off(name: &'static str) -> Self {
        Self {
            name,
            default: false,
            approximates: false,
        }
    }

    const fn approximate(name: &'static str) -> Self {
        Self {
            name,
            default: false,
            approximates: true,
        }
    }
}

/// What changes how z3's Horn engine works.
pub const SOLVING: &[Parameter] = &[
    Parameter::on("fp.spacer.ctp"),
    Parameter::on("fp.spacer.elim_aux"),
    Parameter::on("fp.spacer.eq_prop"),
    Parameter::on("fp.spacer.ground_pobs"),
    Parameter::on("fp.spacer.keep_proxy"),
    Parameter::on("fp.spacer.mbqi"),
    Parameter::on("fp.spacer.propagate"),
    Parameter::on("fp.spacer.reach_dnf"),
    Parameter::on("fp.spacer.reset_pob_queue"),
    Parameter::on("fp.spacer.use_array_eq_generalizer"),
    Parameter::on("fp.spacer.use_derivations"),
    Parameter::on("fp.spacer.use_inc_clause"),
    Parameter::on("fp.spacer.use_inductive_generalizer"),
    Parameter::off("fp.spacer.p3.share_invariants"),
    Parameter::off("fp.spacer.p3.share_lemmas"),
    Parameter::off("fp.spacer.simplify_lemmas_post"),
    Parameter::off("fp.spacer.simplify_lemmas_pre"),
    Parameter::off("fp.spacer.simplify_pob"),
    Parameter::off("fp.spacer.use_bg_invs"),
    Parameter::off("fp.spacer.use_euf_gen"),
    Parameter::off("fp.spacer.use_lemma_as_cti"),
    Parameter::off("fp.spacer.use_lim_num_gen"),
    Parameter::on("fp.xform.coi"),
    Parameter::on("fp.xform.compress_unbound"),
    Parameter::on("fp.xform.inline_eager"),
    Parameter::on("fp.xform.inline_linear"),
    Parameter::on("fp.xform.slice"),
    Parameter::on("fp.xform.tail_simplifier_pve"),
    Parameter::off("fp.xform.array_blast_full"),
    Parameter::off("fp.xform.coalesce_rules"),
    Parameter::off("fp.xform.elim_term_ite"),
    Parameter::off("fp.xform.inline_linear_branch"),
    Parameter::off("fp.xform.instantiate_arrays"),
    Parameter::off("fp.xform.transform_arrays"),
    // "Discards a from predicate", "create quantified Horn clauses", "E-matching heuristic".
    Parameter::approximate("fp.xform.instantiate_arrays.enforce"),
    Parameter::approximate("fp.xform.quantify_arrays"),
    Parameter::approximate("fp.xform.instantiate_quantifiers"),
];

/// What changes how z3's `simplify` rewrites. `flat` is not among them: its maintainers refuse reports
/// that need it off.
pub const REWRITING: &[Parameter] = &[
    Parameter::off("arith_ineq_lhs"),
    Parameter::off("arith_lhs"),
    Parameter::off("blast_distinct"),
    Parameter::off("blast_select_store"),
    Parameter::off("elim_and"),
    Parameter::off("elim_rem"),
    Parameter::off("elim_to_real"),
    Parameter::off("eq2ineq"),
    Parameter::off("expand_power"),
    Parameter::off("expand_select_ite"),
    Parameter::off("expand_select_store"),
    Parameter::off("expand_store_eq"),
    Parameter::off("expand_tan"),
    Parameter::off("gcd_rounding"),
    Parameter::off("hoist_ite"),
    Parameter::off("hoist_mul"),
    Parameter::on("ite_extra_rules"),
    Parameter::off("local_ctx"),
    Parameter::off("mul2concat"),
    Parameter::off("mul_to_power"),
    Parameter::off("pull_cheap_ite"),
    Parameter::off("push_ite_arith"),
    Parameter::off("rewrite_patterns"),
    Parameter::off("som"),
    Parameter::off("sort_store"),
    Parameter::off("sort_sums"),
    Parameter::off("split_concat_eq"),
    Parameter::on("algebraic_number_evaluator"),
    Parameter::on("elim_ite"),
    Parameter::on("elim_sign_ext"),
    Parameter::on("push_to_real"),
    Parameter::on("ignore_patterns_on_ground_qbody"),
];
