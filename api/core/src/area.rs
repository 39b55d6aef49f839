//! An area's routes, and what their documentation has in common.

use utoipa::openapi::path::{ParameterBuilder, ParameterIn, Paths};
use utoipa::openapi::{Ref, Required};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use crate::state::ApiState;

/// Where the paths begin that are not written in full.
const ORGANIZATION: &str = "/api/organizations/{organization_id}";

/// Declares `routes()`, the routes of an area under one tag. A path that does not begin with `/api` is below an
/// organization's, whose id need not be documented.
#[macro_export]
macro_rules! area {
    ($tag:literal: $($handler:ident),+ $(,)?) => {
        pub fn routes() -> utoipa_axum::router::OpenApiRouter<$crate::state::ApiState> {
            $crate::area::area($tag, [$(utoipa_axum::routes!($handler)),+])
        }
    };
}

/// [`area!`] of handlers with layers.
pub fn area<const N: usize>(tag: &str, routes: [UtoipaMethodRouter<ApiState>; N]) -> OpenApiRouter<ApiState> {
    routes.into_iter().fold(OpenApiRouter::new(), |area, (schemas, paths, handlers)| {
        area.routes((schemas, documented(paths, tag), handlers))
    })
}

fn documented(mut paths: Paths, tag: &str) -> Paths {
    paths.paths = paths
        .paths
        .into_iter()
        .map(|(path, mut item)| {
            let path = if path.starts_with("/api/") { path } else { format!("{ORGANIZATION}{path}") };
            let operations = [&mut item.get, &mut item.post, &mut item.put, &mut item.patch, &mut item.delete];
            for operation in operations.into_iter().flatten() {
                operation.tags.get_or_insert_with(|| vec![tag.to_owned()]);
                if path.starts_with(ORGANIZATION) {
                    let id = ParameterBuilder::new()
                        .name("organization_id")
                        .parameter_in(ParameterIn::Path)
                        .required(Required::True)
                        .schema(Some(Ref::from_schema_name("OrganizationId")));
                    operation.parameters.get_or_insert_default().insert(0, id.build().into());
                }
            }
            (path, item)
        })
        .collect();
    paths
}
