//! Checks that no async thread does work of more than a few milliseconds: parsing, judging, packing, rendering,
//! hashing megabytes. Such functions are listed here, as are their callers transitively, and async code may only call
//! them on another thread.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::collections::{BTreeSet, HashMap, HashSet};

use bole_testkit::source::{SourceFile, files_of, is_test, owner_of};
use syn::visit::{self, Visit};
use syn::{
    Expr, ExprAsync, ExprCall, ExprClosure, ExprMethodCall, ImplItemFn, ItemFn, ItemImpl, ItemMod, Local, Pat, UseTree,
};

/// The crates that run in servers and workers.
const CRATES: [&str; 17] = [
    "api",
    "api/core",
    "api/admin",
    "api/hiring",
    "api/interviews",
    "bole",
    "scheduler",
    "worker",
    "shared/ai",
    "shared/documents",
    "shared/mail",
    "shared/providers",
    "shared/queue",
    "shared/reports",
    "shared/secrets",
    "shared/storage",
    "shared/store",
];

/// Functions whose work grows with untrusted text, files or images: `function`, `owner::function` or `.method`.
const HEAVY: [&str; 24] = [
    // Documents
    "extract_bytes",
    "profile::read",
    "archive::unpack",
    "ZipArchive::new",
    "ZipWriter::new",
    // Judging
    "QuotableText::new",
    "BuiltIn::rubric",
    "BuiltIn::judge",
    "without_instructions",
    "redacted",
    "json_in",
    "child::serve",
    // Email
    "MessageParser::default",
    "bole_mail::serve",
    "bole_mail::answer",
    // Images, letters, reports
    "ImageReader::new",
    "Document::new",
    "Workbook::new",
    "bole_reports::write",
    "bole_reports::write_letter",
    // Passwords
    "zxcvbn::zxcvbn",
    ".hash_password",
    ".verify_password",
    // Whole bodies
    "tag_of",
];

/// Functions that run their argument on another thread, and methods by file.
const ELSEWHERE: [&str; 3] = ["spawn_blocking", "off_thread", "thread::spawn"];
const ELSEWHERE_METHODS: [(&str, &str); 1] = [("api/core/src/auth/password.rs", "run")];

/// Permitted exceptions, and why.
const PERMITTED: [(&str, &str, &str); 4] = [
    ("api/src/middleware/etag.rs", "tag", "small bodies"),
    ("bole/src/parts.rs", "serve", "one hash, before anything is served"),
    ("bole/src/demo/team.rs", "accounts", "one hash, before anything is served"),
    ("bole/src/demo/history.rs", "read", "run by a thread of its own, once, before anything is served"),
];

/// A function's name and owner.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct Name {
    krate: String,
    /// Its file, which is also its module.
    path: String,
    owner: Option<String>,
    function: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Sync,
    Async,
    /// Passed to another thread.
    Elsewhere,
}

struct Call {
    from: Name,
    place: Place,
    callee: Callee,
}

struct Callee {
    /// The qualifier of a call: a type, a module, a crate; for a method, a variable or a unit type.
    qualifier: Option<String>,
    function: String,
    is_method: bool,
    of_self: bool,
}

/// Collects the calls in a file.
struct Reader<'a> {
    krate: &'a str,
    path: &'a str,
    owner: Option<String>,
    function: Option<String>,
    place: Place,
    /// Names of closures passed to another thread.
    given: HashSet<String>,
    calls: Vec<Call>,
    /// The file's imports: name to path.
    imports: HashMap<String, String>,
}

impl<'a> Reader<'a> {
    fn read(krate: &'a str, file: &'a SourceFile) -> Self {
        let mut reader = Self {
            krate,
            path: &file.path,
            owner: None,
            function: None,
            place: Place::Sync,
            given: HashSet::new(),
            calls: Vec::new(),
            imports: HashMap::new(),
        };
        reader.visit_file(&file.syntax);
        reader
    }

    fn within(&mut self, function: &syn::Ident, is_async: bool, body: impl FnOnce(&mut Self)) {
        let before = (self.function.replace(function.to_string()), self.place);
        self.place = if is_async { Place::Async } else { Place::Sync };
        body(self);
        (self.function, self.place) = before;
    }

    fn placed(&mut self, place: Place, body: impl FnOnce(&mut Self)) {
        let before = self.place;
        if before != Place::Elsewhere {
            self.place = place;
        }
        body(self);
        self.place = before;
    }

    fn called(&mut self, callee: Callee) {
        let Some(function) = self.function.clone() else { return };
        let from =
            Name { krate: self.krate.to_owned(), path: self.path.to_owned(), owner: self.owner.clone(), function };
        self.calls.push(Call { from, place: self.place, callee });
    }

    fn is_elsewhere(&self, callee: &Callee) -> bool {
        let method = (self.path, callee.function.as_str());
        is_named(callee, &ELSEWHERE) || callee.is_method && ELSEWHERE_METHODS.contains(&method)
    }

    fn take_arguments<'ast>(&mut self, callee: &Callee, arguments: impl Iterator<Item = &'ast Expr>) {
        let place = if self.is_elsewhere(callee) { Place::Elsewhere } else { self.place };
        self.placed(place, |reader| arguments.for_each(|argument| reader.visit_expr(argument)));
    }
}

/// Whether a list contains a callee, by name or qualified name.
fn is_named(callee: &Callee, list: &[&str]) -> bool {
    list.iter().any(|known| match (known.strip_prefix('.'), known.split_once("::")) {
        (Some(method), _) => callee.is_method && callee.function == method,
        (None, Some((qualifier, function))) => {
            callee.function == function && callee.qualifier.as_deref() == Some(qualifier)
        }
        (None, None) => callee.function == *known && !callee.is_method,
    })
}

fn callee_of(call: &ExprCall) -> Option<Callee> {
    let Expr::Path(path) = &*call.func else { return None };
    let mut names = path.path.segments.iter().rev().map(|segment| segment.ident.to_string());
    Some(Callee { function: names.next()?, qualifier: names.next(), is_method: false, of_self: false })
}

/// The names passed to another thread: `spawn_blocking(work)`.
struct Given(HashSet<String>);

impl<'ast> Visit<'ast> for Given {
    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        if callee_of(call).is_some_and(|callee| is_named(&callee, &ELSEWHERE)) {
            for argument in &call.args {
                if let Expr::Path(path) = argument
                    && let Some(name) = path.path.get_ident()
                {
                    self.0.insert(name.to_string());
                }
            }
        }
        visit::visit_expr_call(self, call);
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        if !is_test(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_impl(&mut self, methods: &'ast ItemImpl) {
        let before = std::mem::replace(&mut self.owner, owner_of(methods));
        visit::visit_item_impl(self, methods);
        self.owner = before;
    }

    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        if is_test(&function.attrs) {
            return;
        }
        let mut given = Given(HashSet::new());
        given.visit_item_fn(function);
        self.given = given.0;
        let is_async = function.sig.asyncness.is_some();
        self.within(&function.sig.ident, is_async, |reader| visit::visit_block(reader, &function.block));
    }

    fn visit_impl_item_fn(&mut self, method: &'ast ImplItemFn) {
        let mut given = Given(HashSet::new());
        given.visit_impl_item_fn(method);
        self.given = given.0;
        let is_async = method.sig.asyncness.is_some();
        self.within(&method.sig.ident, is_async, |reader| visit::visit_block(reader, &method.block));
    }

    fn visit_expr_async(&mut self, block: &'ast ExprAsync) {
        self.placed(Place::Async, |reader| visit::visit_expr_async(reader, block));
    }

    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        let place = if closure.asyncness.is_some() { Place::Async } else { self.place };
        self.placed(place, |reader| visit::visit_expr_closure(reader, closure));
    }

    fn visit_local(&mut self, local: &'ast Local) {
        let is_given = matches!(&local.pat, Pat::Ident(name) if self.given.contains(&name.ident.to_string()))
            && local.init.as_ref().is_some_and(|init| matches!(&*init.expr, Expr::Closure(_)));
        let place = if is_given { Place::Elsewhere } else { self.place };
        self.placed(place, |reader| visit::visit_local(reader, local));
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        let Some(callee) = callee_of(call) else { return visit::visit_expr_call(self, call) };
        self.take_arguments(&callee, call.args.iter());
        self.called(callee);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        self.visit_expr(&call.receiver);
        let receiver = match &*call.receiver {
            Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
            _ => None,
        };
        let of_self = receiver.as_deref() == Some("self");
        let callee = Callee { qualifier: receiver, function: call.method.to_string(), is_method: true, of_self };
        self.take_arguments(&callee, call.args.iter());
        self.called(callee);
    }

    fn visit_use_tree(&mut self, tree: &'ast UseTree) {
        if let UseTree::Path(path) = tree {
            let before = path.ident.to_string();
            let names: Vec<&UseTree> = match &*path.tree {
                UseTree::Group(group) => group.items.iter().collect(),
                tree => vec![tree],
            };
            for name in names {
                match name {
                    UseTree::Name(name) => drop(self.imports.insert(name.ident.to_string(), before.clone())),
                    UseTree::Rename(name) => drop(self.imports.insert(name.rename.to_string(), before.clone())),
                    _ => {}
                }
            }
        }
        visit::visit_use_tree(self, tree);
    }
}

/// Whether a call refers to a heavy function.
fn calls(call: &Call, heavy: &Name, imports: &HashMap<String, String>) -> bool {
    let Callee { qualifier, function, is_method, of_self } = &call.callee;
    if *function != heavy.function {
        return false;
    }
    let is_same_file = call.from.path == heavy.path;
    if *is_method {
        return *of_self && is_same_file && call.from.owner == heavy.owner;
    }
    let module = heavy.path.trim_end_matches("/mod.rs").trim_end_matches(".rs");
    let names_it = |qualifier: &str| {
        heavy.owner.as_deref() == Some(qualifier)
            || heavy.owner.is_none()
                && (module.rsplit('/').next() == Some(qualifier)
                    || qualifier == format!("bole_{}", heavy.krate.trim_start_matches("shared/").replace('/', "_")))
    };
    match qualifier.as_deref() {
        Some("Self") => is_same_file && call.from.owner == heavy.owner,
        Some("self") => is_same_file && heavy.owner.is_none(),
        Some("super" | "crate") => call.from.krate == heavy.krate && heavy.owner.is_none(),
        Some(qualifier) => names_it(qualifier),
        None if is_same_file => heavy.owner.is_none(),
        None => imports.get(function).is_some_and(|before| names_it(before)),
    }
}

/// Where async code does heavy work itself: `path: function calls callee`.
fn found_in(files: &[(&str, SourceFile)]) -> BTreeSet<String> {
    let read: Vec<Reader<'_>> = files.iter().map(|(krate, file)| Reader::read(krate, file)).collect();
    let mut heavy: Vec<Name> = Vec::new();
    loop {
        let known: HashSet<Name> = heavy.iter().cloned().collect();
        let mut more: BTreeSet<Name> = BTreeSet::new();
        for file in &read {
            for call in file.calls.iter().filter(|call| call.place == Place::Sync && !known.contains(&call.from)) {
                if is_heavy(call, &heavy, &file.imports) {
                    more.insert(call.from.clone());
                }
            }
        }
        if more.is_empty() {
            break;
        }
        heavy.extend(more);
    }
    let mut found = BTreeSet::new();
    for file in &read {
        for call in file.calls.iter().filter(|call| call.place == Place::Async) {
            if is_heavy(call, &heavy, &file.imports) {
                let Name { path, function, .. } = &call.from;
                found.insert(format!("{path}: {function} calls {}", call.callee.function));
            }
        }
    }
    found
}

fn is_heavy(call: &Call, heavy: &[Name], imports: &HashMap<String, String>) -> bool {
    let imported = imports.get(&call.callee.function).filter(|_| call.callee.qualifier.is_none());
    let qualifier = call.callee.qualifier.clone().or_else(|| imported.cloned());
    let callee = Callee { qualifier, function: call.callee.function.clone(), ..call.callee };
    is_named(&callee, &HEAVY) || heavy.iter().any(|name| calls(call, name, imports))
}

#[test]
fn async_code_offloads_long_work() {
    let mut files = Vec::new();
    for krate in CRATES {
        files.extend(files_of(krate).unwrap().into_iter().map(|file| (krate, file)));
    }
    let mut found = found_in(&files);
    for (path, function, why) in PERMITTED {
        let before = found.len();
        found.retain(|call| !call.starts_with(&format!("{path}: {function} calls ")));
        assert!(found.len() < before, "{path}: {function} is permitted for nothing: {why}");
    }
    assert!(found.is_empty(), "give it to spawn_blocking, or to a child: {found:#?}");
}

/// The findings in a file with this code.
fn found_of(code: &str) -> Vec<String> {
    let file = SourceFile { path: "api/src/a.rs".to_owned(), syntax: syn::parse_file(code).unwrap() };
    found_in(&[("api", file)]).into_iter().collect()
}

#[test]
fn long_work_is_found_through_any_call_path() {
    let direct = "async fn a(b: String) { QuotableText::new(&b); }";
    assert_eq!(found_of(direct), ["api/src/a.rs: a calls new"]);
    let reached = "fn c(b: &str) { let d = |e| redacted(e); } fn d(b: &str) { c(b) } fn f() { async move { d(b) } }";
    assert_eq!(found_of(reached), ["api/src/a.rs: f calls d"]);
    let method = "struct S; impl S { fn d(&self) { redacted(self) } async fn a(&self) { self.d() } }";
    assert_eq!(found_of(method), ["api/src/a.rs: a calls d"]);
    let imported = "use bole_documents::profile::read; async fn a(b: &str) { let c = b.lines().map(|d| read(d)); }";
    assert_eq!(found_of(imported), ["api/src/a.rs: a calls read"]);
}

#[test]
fn long_work_on_another_thread_is_allowed() {
    for code in [
        "fn c(b: &str) { redacted(b) }",
        "async fn a(b: String) { tokio::task::spawn_blocking(move || redacted(&b)).await }",
        "async fn a(b: String) { let work = move || redacted(&b); spawn_blocking(work).await }",
        "async fn a(b: String) { off_thread(move || { let c = QuotableText::new(&b); c }).await }",
        "async fn a(b: String) { other::read(b); Reader::new(b); }",
        "#[cfg(test)] mod tests { async fn a(b: String) { redacted(&b); } }",
    ] {
        assert_eq!(found_of(code), [""; 0], "{code}");
    }
}
