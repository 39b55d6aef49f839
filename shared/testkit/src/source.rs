//! The workspace's parsed source code, for tests of code rules.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use syn::{Attribute, FnArg, ImplItem, Item, ItemImpl, Signature, Type, UseTree, Visibility};

/// A file of the workspace.
pub struct SourceFile {
    /// Its path within the workspace.
    pub path: String,
    /// Its syntax tree.
    pub syntax: syn::File,
}

/// The workspace's root folder.
#[must_use]
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every Rust file of a crate's `src`, by path.
///
/// # Errors
/// If one cannot be read or parsed.
pub fn files_of(krate: &str) -> anyhow::Result<Vec<SourceFile>> {
    let (mut files, mut folders) = (Vec::new(), vec![format!("{krate}/src")]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(workspace().join(&folder)).with_context(|| folder.clone())? {
            let entry = entry?;
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else if path.ends_with(".rs") {
                let text = fs::read_to_string(entry.path())?;
                files.push(SourceFile { syntax: syn::parse_file(&text).with_context(|| path.clone())?, path });
            }
        }
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(files)
}

/// Whether an item is only compiled for tests.
#[must_use]
pub fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let path = attribute.path();
        let is_cfg_test = path.is_ident("cfg") && attribute.parse_args::<syn::Ident>().is_ok_and(|on| on == "test");
        is_cfg_test || path.segments.last().is_some_and(|last| last.ident == "test")
    })
}

/// The public functions of a crate that take text or bytes, as `module::function` or `module::Type::function`, by
/// name. Includes items of public modules and re-exports.
///
/// # Errors
/// If its code cannot be read.
pub fn functions_of_text(krate: &str) -> anyhow::Result<BTreeSet<String>> {
    let files = files_of(krate)?;
    let exported = exported(krate, &files);
    let mut found = BTreeSet::new();
    for file in &files {
        let module = module_of(krate, &file.path);
        let is_public = is_public_module(krate, &files, &module);
        for item in &file.syntax.items {
            match item {
                Item::Fn(function) if is_exposed(&function.vis) && !is_test(&function.attrs) => {
                    let name = function.sig.ident.to_string();
                    if takes_text(&function.sig) && (is_public || exported.contains(&name)) {
                        found.insert(path_of(&module, &name));
                    }
                }
                Item::Impl(methods) if methods.trait_.is_none() => {
                    let Some(owner) = owner_of(methods) else { continue };
                    if is_public || exported.contains(&owner) {
                        found
                            .extend(methods_of_text(methods).map(|name| path_of(&module, &format!("{owner}::{name}"))));
                    }
                }
                _ => {}
            }
        }
    }
    Ok(found)
}

fn path_of(module: &str, name: &str) -> String {
    if module.is_empty() { name.to_owned() } else { format!("{module}::{name}") }
}

fn methods_of_text(methods: &ItemImpl) -> impl Iterator<Item = String> {
    methods.items.iter().filter_map(|item| match item {
        ImplItem::Fn(method) if is_exposed(&method.vis) && takes_text(&method.sig) => {
            Some(method.sig.ident.to_string())
        }
        _ => None,
    })
}

/// The type of an `impl`.
#[must_use]
pub fn owner_of(methods: &ItemImpl) -> Option<String> {
    match &*methods.self_ty {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        _ => None,
    }
}

const fn is_exposed(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// `a/src/b/c.rs` is `b::c`, `a/src/b/mod.rs` is `b`, and `a/src/lib.rs` the crate itself.
fn module_of(krate: &str, path: &str) -> String {
    let path = path.trim_start_matches(&format!("{krate}/src/")).trim_end_matches(".rs");
    let path = path.strip_suffix("/mod").unwrap_or(path);
    if path == "lib" { String::new() } else { path.replace('/', "::") }
}

/// Whether a module and all its parents are public.
fn is_public_module(krate: &str, files: &[SourceFile], module: &str) -> bool {
    let mut parent = String::new();
    module.split("::").filter(|part| !part.is_empty()).all(|part| {
        let file = files.iter().find(|file| module_of(krate, &file.path) == parent);
        let is_public = file.is_some_and(|file| {
            file.syntax.items.iter().any(|item| {
                matches!(item, Item::Mod(declared) if declared.ident == part && is_exposed(&declared.vis) && !is_test(&declared.attrs))
            })
        });
        parent = path_of(&parent, part);
        is_public
    })
}

/// The names re-exported by public modules.
fn exported(krate: &str, files: &[SourceFile]) -> BTreeSet<String> {
    let (mut names, mut private) = (BTreeSet::new(), Vec::new());
    for file in files {
        let is_public = is_public_module(krate, files, &module_of(krate, &file.path));
        for item in &file.syntax.items {
            if let Item::Use(reexport) = item
                && is_exposed(&reexport.vis)
            {
                let mut found = Vec::new();
                names_in(&reexport.tree, &mut found);
                if is_public {
                    names.extend(found.into_iter().flat_map(|(name, alias)| [name, alias]));
                } else {
                    private.extend(found);
                }
            }
        }
    }
    // A private module may re-export items under another name.
    for (name, alias) in private {
        if names.contains(&alias) {
            names.insert(name);
        }
    }
    names
}

/// Re-exported items and their names.
fn names_in(tree: &UseTree, names: &mut Vec<(String, String)>) {
    match tree {
        UseTree::Path(path) => names_in(&path.tree, names),
        UseTree::Name(name) => names.push((name.ident.to_string(), name.ident.to_string())),
        UseTree::Rename(rename) => names.push((rename.ident.to_string(), rename.rename.to_string())),
        UseTree::Group(group) => group.items.iter().for_each(|tree| names_in(tree, names)),
        UseTree::Glob(_) => {}
    }
}

/// Types that contain text.
const TEXTS: [&str; 9] =
    ["str", "String", "Bytes", "Value", "Resume", "JobBrief", "JobContext", "Judgements", "WrittenLetter"];

fn takes_text(signature: &Signature) -> bool {
    signature.inputs.iter().any(|input| matches!(input, FnArg::Typed(typed) if holds_text(&typed.ty)))
}

fn holds_text(of: &Type) -> bool {
    struct Texts(bool);
    impl<'ast> syn::visit::Visit<'ast> for Texts {
        fn visit_ident(&mut self, ident: &'ast syn::Ident) {
            self.0 |= TEXTS.iter().any(|text| ident == text);
        }

        // A single byte is not text; slices and vectors of bytes are.
        fn visit_type_path(&mut self, path: &'ast syn::TypePath) {
            if !path.path.is_ident("u8") {
                syn::visit::visit_type_path(self, path);
            }
        }

        fn visit_type_slice(&mut self, slice: &'ast syn::TypeSlice) {
            self.0 |= matches!(&*slice.elem, Type::Path(path) if path.path.is_ident("u8"));
            syn::visit::visit_type_slice(self, slice);
        }

        fn visit_path_segment(&mut self, segment: &'ast syn::PathSegment) {
            if let syn::PathArguments::AngleBracketed(arguments) = &segment.arguments
                && segment.ident == "Vec"
            {
                self.0 |= arguments.args.iter().any(|argument| {
                    matches!(argument, syn::GenericArgument::Type(Type::Path(path)) if path.path.is_ident("u8"))
                });
            }
            syn::visit::visit_path_segment(self, segment);
        }
    }
    let mut texts = Texts(false);
    syn::visit::Visit::visit_type(&mut texts, of);
    texts.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_distinguished_from_numbers() {
        let takes = |signature: &str| takes_text(&syn::parse_str::<Signature>(signature).unwrap());
        for text in ["fn a(b: &str)", "fn a(b: Vec<u8>)", "fn a(b: &[u8])", "fn a(&self, b: Option<impl Into<String>>)"]
        {
            assert!(takes(text), "{text}");
        }
        for other in ["fn a(b: u8)", "fn a(&self)", "fn a(b: &[u32]) -> String"] {
            assert!(!takes(other), "{other}");
        }
    }
}
