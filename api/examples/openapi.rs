//! Prints the OpenAPI document: `cargo run -p bole-api --example openapi > api/openapi.json`.

fn main() -> Result<(), serde_json::Error> {
    print!("{}", bole_api::document()?);
    Ok(())
}
