//! Enums with a fixed string per variant, the same in JSON, in the database and in the OpenAPI document.

/// A string that is not a variant of the enum.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown {kind}: {value}")]
pub struct UnknownWireValue {
    /// The enum's name.
    pub kind: &'static str,
    /// The string.
    pub value: String,
}

/// Lets queries read a type with `FromStr` from a text column.
#[cfg(feature = "sqlx")]
#[doc(hidden)]
#[macro_export]
macro_rules! stored_as_text {
    ($name:ident) => {
        impl $crate::sqlx::Type<$crate::sqlx::Postgres> for $name {
            fn type_info() -> $crate::sqlx::postgres::PgTypeInfo {
                <&str as $crate::sqlx::Type<$crate::sqlx::Postgres>>::type_info()
            }

            fn compatible(stored: &$crate::sqlx::postgres::PgTypeInfo) -> bool {
                <&str as $crate::sqlx::Type<$crate::sqlx::Postgres>>::compatible(stored)
            }
        }

        impl $crate::sqlx::postgres::PgHasArrayType for $name {
            fn array_type_info() -> $crate::sqlx::postgres::PgTypeInfo {
                <&str as $crate::sqlx::postgres::PgHasArrayType>::array_type_info()
            }

            fn array_compatible(stored: &$crate::sqlx::postgres::PgTypeInfo) -> bool {
                <&str as $crate::sqlx::postgres::PgHasArrayType>::array_compatible(stored)
            }
        }

        impl<'r> $crate::sqlx::Decode<'r, $crate::sqlx::Postgres> for $name {
            fn decode(
                value: $crate::sqlx::postgres::PgValueRef<'r>,
            ) -> std::result::Result<Self, $crate::sqlx::error::BoxDynError> {
                Ok(<&str as $crate::sqlx::Decode<$crate::sqlx::Postgres>>::decode(value)?.parse()?)
            }
        }
    };
}

/// Without a database, nothing is stored.
#[cfg(not(feature = "sqlx"))]
#[doc(hidden)]
#[macro_export]
macro_rules! stored_as_text {
    ($name:ident) => {};
}

/// Declares an enum with one wire string per variant, and derives serde, `Display` and `FromStr` from it.
#[macro_export]
macro_rules! wire_enum {
    ($(#[$doc:meta])* pub enum $name:ident { $($(#[$vdoc:meta])* $variant:ident => $wire:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $($(#[$vdoc])* #[serde(rename = $wire)] $variant),+
        }

        impl $name {
            /// Every variant, in the order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The string on the wire and in the database.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $wire),+ }
            }
        }

        // By hand: the derive does not see renames from a macro and would document the variants' names.
        impl $crate::utoipa::PartialSchema for $name {
            fn schema() -> $crate::utoipa::openapi::RefOr<$crate::utoipa::openapi::schema::Schema> {
                $crate::utoipa::openapi::schema::ObjectBuilder::new()
                    .schema_type($crate::utoipa::openapi::schema::Type::String)
                    .enum_values(Some([$($wire),+]))
                    .into()
            }
        }

        impl $crate::utoipa::ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                std::borrow::Cow::Borrowed(stringify!($name))
            }
        }

        $crate::stored_as_text!($name);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::wire::UnknownWireValue;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($wire => Ok(Self::$variant),)+
                    other => Err($crate::wire::UnknownWireValue { kind: stringify!($name), value: other.to_owned() }),
                }
            }
        }
    };
}

/// Declares a string whose known values the OpenAPI document lists. Others, of another version of the server, are passed
/// on unchanged.
#[macro_export]
macro_rules! open_enum {
    ($(#[$doc:meta])* pub struct $name:ident: $values:expr) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl $crate::utoipa::PartialSchema for $name {
            fn schema() -> $crate::utoipa::openapi::RefOr<$crate::utoipa::openapi::schema::Schema> {
                $crate::utoipa::openapi::schema::ObjectBuilder::new()
                    .schema_type($crate::utoipa::openapi::schema::Type::String)
                    .enum_values(Some($values))
                    .into()
            }
        }

        impl $crate::utoipa::ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                std::borrow::Cow::Borrowed(stringify!($name))
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use utoipa::PartialSchema;

    wire_enum! {
        /// Two wire values that differ from the variants' names.
        pub enum Sample {
            /// First.
            FirstOne => "first.one",
            /// Second.
            Second => "第二",
        }
    }

    #[test]
    fn schema_lists_wire_values() {
        let on_the_wire: Vec<_> = Sample::ALL.iter().map(|sample| serde_json::to_value(sample).unwrap()).collect();
        let schema = serde_json::to_value(Sample::schema()).unwrap();
        assert_eq!(schema, serde_json::json!({ "type": "string", "enum": on_the_wire }));
        assert_eq!(on_the_wire, ["first.one", "第二"]);
    }
}
