//! Every public type of this crate has an example in its docs.

#[path = "../../engine/tests/doc_examples.rs"]
mod doc_examples;
