//! The AI provider of each organization: its own key, else the server's, else none; and rate limits for all
//! processes.

mod judge;
mod limits;
mod presets;
mod prices;

use std::sync::Arc;
use std::time::Duration;

use bole_ai::provider::{
    BaseUrlError, Chat, ChatError, Chats, DEFAULT_BASE_URL, DEFAULT_MODEL, Endpoint, EndpointOptions, KeyLimits,
    KeyRequests, KeyUsage, Limits, RESERVED_PARAMETERS, base_url,
};
use bole_domain::failure::{AiReason, FailureReason};
use bole_domain::ids::{OrganizationId, TaskId};
use bole_domain::outbound::AllowedHosts;
use bole_domain::task::Lane;
use bole_secrets::{SecretError, ServerKey};
use bole_store::ai_settings::{self, AiSettings};
use bole_store::model_batches::{self, BatchKey, OpenBatch};
use bole_store::{StoreResult, TenantTx, ai_usage};

pub use self::judge::judge_identity;
pub use self::limits::{PostgresLimits, Rate, RateError, Rates, RedisLimits};
pub use self::presets::Preset;
pub use self::prices::{PriceList, Prices};

/// The operator's settings.
#[derive(Debug, Clone, Default)]
pub struct ServerProvider {
    /// Base URL of the server's model; the default provider's if `None`.
    pub base_url: Option<String>,
    /// The server's model; the default model if `None`.
    pub model: Option<String>,
    /// The server's key.
    pub api_key: Option<String>,
    pub limits: KeyLimits,
    /// Private hosts allowed in base URLs.
    pub allowed: AllowedHosts,
    /// Hosts with `OpenAI`'s batch interface, besides the known providers.
    pub batch_hosts: AllowedHosts,
}

/// The provider of an organization.
#[derive(Clone)]
pub enum Provider {
    /// None: the built-in engine is used.
    BuiltIn,
    Model(Chat),
    /// Paused until a member resumes it.
    Paused(FailureReason),
    /// The settings are invalid.
    Unusable(ChatError),
}

/// An organization's provider and its settings.
#[derive(Clone)]
pub struct ProviderSetup {
    /// Who does it.
    pub provider: Provider,
    /// Whether to fall back to the built-in engine when the provider fails.
    pub falls_back: bool,
    /// What the tokens of whichever model answers cost.
    pub prices: PriceList,
    /// What is left of the month's budget, in millionths of a US dollar; `None` without one.
    pub budget_left: Option<i64>,
}

/// Resolves organizations' providers.
pub struct Providers {
    chats: Chats,
    limits: Arc<dyn Limits>,
    key: Option<ServerKey>,
    server: Option<Chat>,
    batch_hosts: AllowedHosts,
}

impl Providers {
    /// With the operator's settings; without a server key, organizations cannot have their own API keys.
    ///
    /// # Errors
    /// If the server's own base URL is invalid.
    pub fn new(server: ServerProvider, key: Option<ServerKey>, limits: Arc<dyn Limits>) -> Result<Self, ChatError> {
        let ServerProvider { base_url: url, model, api_key, limits: of_key, allowed, batch_hosts } = server;
        let chats = Chats::new(allowed, Arc::clone(&limits));
        let api_key = api_key.filter(|key| !key.trim().is_empty());
        let server = match (api_key, url) {
            (None, None) => None,
            (api_key, url) => {
                let text = url.clone().unwrap_or_else(|| DEFAULT_BASE_URL.to_owned());
                // The operator may use any host.
                let everywhere = host_of(&text);
                let base_url = base_url(&text, &everywhere).map_err(|error| refused(&error))?;
                let chosen = model.filter(|model| !model.trim().is_empty());
                let successors = if chosen.is_none() {
                    presets::successors(url.as_deref())
                } else {
                    EndpointOptions::default().successors
                };
                let model = chosen.unwrap_or_else(|| DEFAULT_MODEL.to_owned());
                let mut endpoint = Endpoint::new(base_url, model, api_key.unwrap_or_default());
                endpoint.options.successors = successors;
                Some(Chat::new(endpoint, &everywhere, Arc::clone(&limits), of_key)?)
            }
        };
        Ok(Self { chats, limits, key, server, batch_hosts })
    }

    /// The provider of the transaction's organization.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn of(&self, tx: &mut TenantTx) -> StoreResult<ProviderSetup> {
        let settings = ai_settings::find(tx).await?;
        let provider = self.provider(tx.organization(), settings.as_ref());
        adopt(tx, &provider).await?;
        let prices = PriceList::of(settings.as_ref());
        let falls_back = settings.as_ref().is_some_and(|settings| settings.falls_back);
        let budget_left = match settings.and_then(|settings| settings.monthly_budget) {
            Some(budget) if !matches!(provider, Provider::BuiltIn) => {
                // What batches at the provider will cost is spent already.
                let spent = ai_usage::cost_of_month(tx).await?.saturating_add(model_batches::reserved(tx).await?);
                Some(prices::micros(budget).saturating_sub(spent))
            }
            _ => None,
        };
        let stopped = match (&provider, ai_settings::pause(tx).await?) {
            (Provider::BuiltIn, _) => None,
            (_, Some(pause)) => Some(pause.reason),
            (_, None) => budget_left.filter(|left| *left <= 0).map(|_| AiReason::BudgetSpent.into()),
        };
        let provider = stopped.map_or(provider, Provider::Paused);
        Ok(ProviderSetup { provider, falls_back, prices, budget_left })
    }

    /// The organization's own address and key, to be kept with what they are used for.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn batch_key(&self, tx: &mut TenantTx) -> StoreResult<BatchKey> {
        let settings = ai_settings::find(tx).await?.filter(AiSettings::has_own_model);
        Ok(settings.map_or_else(BatchKey::default, |AiSettings { base_url, api_key_sealed, .. }| BatchKey {
            base_url,
            api_key_sealed,
        }))
    }

    /// The client that a batch was sent with: the server's, or one with the key that was kept, if that still opens.
    #[must_use]
    pub fn former(&self, organization: OrganizationId, batch: &OpenBatch) -> Option<Chat> {
        if let Some(server) = self.server.as_ref().filter(|chat| chat.account() == batch.account) {
            return Some(server.metered());
        }
        let BatchKey { base_url, api_key_sealed } = batch.key.clone();
        let without_key = api_key_sealed.is_none();
        let model_name = batch.model.clone();
        let settings = AiSettings { model_name, base_url, api_key_sealed, without_key, ..AiSettings::default() };
        self.own(organization, &settings).ok().filter(|chat| chat.account() == batch.account)
    }

    /// The provider, whether paused or not.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn configured(&self, tx: &mut TenantTx) -> StoreResult<Provider> {
        let settings = ai_settings::find(tx).await?;
        let provider = self.provider(tx.organization(), settings.as_ref());
        adopt(tx, &provider).await?;
        Ok(provider)
    }

    /// The account of the organization's own key in rate limits; `None` if it asks no model of its own.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn own_account(&self, tx: &mut TenantTx) -> StoreResult<Option<String>> {
        let settings = ai_settings::find(tx).await?.filter(AiSettings::has_own_model);
        let chat = settings.and_then(|settings| self.own(tx.organization(), &settings).ok());
        Ok(chat.map(|chat| chat.account()))
    }

    /// How long requests of an account wait because its provider asked for it, such as for a day's quota.
    ///
    /// # Errors
    /// When the limits cannot be read.
    pub async fn paused_for(&self, account: &str) -> Result<Option<Duration>, ChatError> {
        self.limits.paused_for(account).await
    }

    /// Lets an account send requests again. If its provider still refuses them, the pause begins again.
    ///
    /// # Errors
    /// When the limits cannot be changed.
    pub async fn end_pause(&self, account: &str) -> Result<(), ChatError> {
        self.limits.end_pause(account).await
    }

    /// Where the organization's evaluations wait for their turn: a model takes seconds, during which no document is read.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn evaluation_lane(&self, tx: &mut TenantTx) -> StoreResult<Lane> {
        Ok(match self.configured(tx).await? {
            Provider::BuiltIn => Lane::Documents,
            _ => Lane::Models,
        })
    }

    /// Whether the organization's model can be asked within a day, at a lower price.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn has_batch_prices(&self, tx: &mut TenantTx) -> StoreResult<bool> {
        Ok(match self.configured(tx).await? {
            Provider::Model(chat) => self.answers_batches(&chat),
            _ => false,
        })
    }

    /// Whether a client's provider answers files of requests at a lower price.
    #[must_use]
    pub fn answers_batches(&self, chat: &Chat) -> bool {
        presets::has_batches(chat, &self.batch_hosts)
    }

    fn provider(&self, organization: OrganizationId, settings: Option<&AiSettings>) -> Provider {
        match settings.filter(|settings| settings.has_own_model()) {
            Some(settings) => match self.own(organization, settings) {
                Ok(chat) => Provider::Model(chat),
                Err(error) => Provider::Unusable(error),
            },
            None => self.server.as_ref().map_or(Provider::BuiltIn, |chat| Provider::Model(chat.metered())),
        }
    }

    fn own(&self, organization: OrganizationId, settings: &AiSettings) -> Result<Chat, ChatError> {
        let sealed = settings.api_key_sealed.as_deref();
        let api_key = sealed.map(|sealed| self.open(organization, sealed)).transpose().map_err(|error| {
            ChatError::new(AiReason::ServerKeyChanged, format!("the organization's key cannot be used: {error}"))
        })?;
        let url = settings.base_url.as_deref().unwrap_or(DEFAULT_BASE_URL);
        let base_url = base_url(url, self.chats.allowed()).map_err(|error| refused(&error))?;
        let number = |number: Option<i32>| number.and_then(|number| u32::try_from(number).ok());
        let usual = if settings.without_key { KeyLimits::without_key() } else { KeyLimits::default() };
        let of_key = KeyLimits {
            requests_per_minute: number(settings.requests_per_minute),
            tokens_per_minute: number(settings.tokens_per_minute),
            concurrency: number(settings.concurrency).unwrap_or(usual.concurrency),
        };
        let mut endpoint = Endpoint::new(base_url, &settings.model_name, api_key.unwrap_or_default());
        endpoint.options = options(settings);
        self.chats.of(&endpoint, of_key)
    }

    /// A client of a base URL to list its models, with this key or, without one, with the organization's if it was given
    /// for that server.
    ///
    /// # Errors
    /// When the database does not answer, or why the client cannot be made.
    pub async fn lister(
        &self,
        tx: &mut TenantTx,
        url: Option<&str>,
        api_key: Option<String>,
    ) -> StoreResult<Result<Chat, ChatError>> {
        let settings = ai_settings::find(tx).await?;
        let stored = settings.as_ref().and_then(|settings| settings.base_url.as_deref());
        // An empty one is the default provider's.
        let url = url.map_or(stored, |url| Some(url).filter(|url| !url.is_empty()));
        let sealed = settings.as_ref().and_then(|settings| settings.api_key_sealed.as_deref());
        let sealed = sealed.filter(|_| api_key.is_none() && Self::are_of_one_server(stored, url));
        let known = sealed.map(|sealed| self.open(tx.organization(), sealed)).transpose();
        let key = match (api_key, known) {
            (Some(key), _) => key,
            (None, Ok(known)) => known.unwrap_or_default(),
            (None, Err(error)) => {
                let detail = format!("the organization's key cannot be used: {error}");
                return Ok(Err(ChatError::new(AiReason::ServerKeyChanged, detail)));
            }
        };
        let base_url = base_url(url.unwrap_or(DEFAULT_BASE_URL), self.chats.allowed()).map_err(|error| refused(&error));
        Ok(base_url
            .and_then(|base_url| self.chats.of(&Endpoint::new(base_url, String::new(), key), KeyLimits::default())))
    }

    /// Checks a base URL.
    ///
    /// # Errors
    /// The reason if it is refused.
    pub fn check_base_url(&self, text: &str) -> Result<(), BaseUrlError> {
        base_url(text, self.chats.allowed()).map(drop)
    }

    /// Whether two base URLs are of one server, so that a key which was given for one may be sent to the other. `None` is the
    /// default provider's.
    #[must_use]
    pub fn are_of_one_server(one: Option<&str>, other: Option<&str>) -> bool {
        let origin = |text: Option<&str>| {
            let text = text.unwrap_or(DEFAULT_BASE_URL);
            base_url(text, &host_of(text)).map(|url| url.origin()).ok()
        };
        origin(one).is_some_and(|one| Some(one) == origin(other))
    }

    /// Seals an organization's key; `None` where the server has no key to seal with.
    ///
    /// # Errors
    /// Never in practice.
    pub fn seal(&self, organization: OrganizationId, api_key: &str) -> Result<Option<Vec<u8>>, SecretError> {
        self.key.as_ref().map(|key| key.seal(&place(organization), api_key)).transpose()
    }

    /// Whether an organization's key was sealed by this server's key.
    #[must_use]
    pub fn can_open(&self, organization: OrganizationId, sealed: &[u8]) -> bool {
        self.open(organization, sealed).is_ok()
    }

    fn open(&self, organization: OrganizationId, sealed: &[u8]) -> Result<String, SecretError> {
        self.key.as_ref().ok_or(SecretError::DoesNotOpen)?.open(&place(organization), sealed)
    }

    /// The keys used lately by any process, and their limits.
    ///
    /// # Errors
    /// When the counter does not respond.
    pub async fn key_usage(&self) -> Result<Vec<KeyUsage>, ChatError> {
        self.limits.usage().await
    }

    /// The tasks that sent these requests with a key.
    ///
    /// # Errors
    /// When the counter does not respond.
    pub async fn key_tasks(&self, account: &str, requests: KeyRequests) -> Result<Vec<TaskId>, ChatError> {
        self.limits.tasks(account, requests).await
    }

    /// The model used for organizations without their own key.
    #[must_use]
    pub fn server_model(&self) -> Option<&str> {
        self.server.as_ref().map(Chat::model)
    }
}

/// Tells a client of a default model which one answered last in its place.
async fn adopt(tx: &mut TenantTx, provider: &Provider) -> StoreResult<()> {
    if let Provider::Model(chat) = provider
        && chat.may_be_replaced()
        && let Some(latest) = ai_usage::latest_model(tx).await?
    {
        chat.adopt(latest);
    }
    Ok(())
}

/// What an organization sets besides the model.
fn options(settings: &AiSettings) -> EndpointOptions {
    let effort = settings.reasoning_effort.as_deref();
    let effort = effort.and_then(|effort| serde_json::from_value(effort.into()).ok());
    let extra = settings.extra_parameters.as_ref().and_then(serde_json::Value::as_object).cloned().unwrap_or_default();
    let extra = extra.into_iter().filter(|(name, _)| !RESERVED_PARAMETERS.contains(&name.as_str())).collect();
    let is_default = settings.is_default_model;
    let successors = if is_default {
        presets::successors(settings.base_url.as_deref())
    } else {
        EndpointOptions::default().successors
    };
    EndpointOptions { effort, extra, successors }
}

/// The encryption context of an organization's API key.
fn place(organization: OrganizationId) -> String {
    format!("ai_settings:{organization}")
}

/// Allows exactly the host of a URL.
fn host_of(url: &str) -> AllowedHosts {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    authority.rsplit('@').next().unwrap_or_default().parse().unwrap_or_default()
}

fn refused(error: &BaseUrlError) -> ChatError {
    ChatError::new(AiReason::Unreachable, format!("the base URL is refused: {error}"))
}

#[cfg(test)]
mod tests {
    use bole_domain::ids::ModelBatchId;
    use bole_testkit::NoLimits;

    use super::*;

    fn serving(api_key: &str) -> Providers {
        let server = ServerProvider { api_key: Some(api_key.to_owned()), ..ServerProvider::default() };
        Providers::new(server, None, Arc::new(NoLimits)).unwrap()
    }

    #[test]
    fn batch_of_the_servers_key_is_read_by_it_as_long_as_it_is_the_same() {
        let organization = OrganizationId::new();
        let Provider::Model(chat) = serving("one").provider(organization, None) else { panic!("no server model") };
        let batch = OpenBatch {
            id: ModelBatchId::new(),
            account: chat.account(),
            model: chat.model().to_owned(),
            key: BatchKey::default(),
            is_cancelling: false,
            is_withdrawn: false,
            input_file_id: None,
            provider_id: Some("batch_1".to_owned()),
            is_awaited: true,
            is_lost: false,
        };
        let former = serving("one").former(organization, &batch).map(|chat| chat.account());
        assert_eq!(former, Some(batch.account.clone()), "also for an organization that has a key of its own by now");
        assert!(serving("two").former(organization, &batch).is_none());
    }

    #[test]
    fn key_belongs_to_a_server_for_any_path() {
        let same = Providers::are_of_one_server;
        assert!(same(Some("https://api.example.com/v1"), Some("https://API.example.com:443/v2/")));
        assert!(same(None, Some(DEFAULT_BASE_URL)) && same(None, None));
        assert!(same(Some("http://127.0.0.1:8081/v1"), Some("http://127.0.0.1:8081")));
        for other in [
            "https://api.example.com.attacker.example/v1",
            "https://api.example.com:8443/v1",
            "http://api.example.com/v1",
            "https://example.com/v1",
            "no URL",
        ] {
            assert!(!same(Some("https://api.example.com/v1"), Some(other)), "{other}");
        }
        assert!(!same(Some("no URL"), Some("no URL")));
    }

    #[test]
    fn host_allowed_by_the_operator_is_accepted() {
        assert!(host_of("http://127.0.0.1:8080/v1").allows("127.0.0.1", 8080));
        assert!(host_of("https://model.internal/v1").allows("model.internal", 443));
        assert_eq!(host_of(""), AllowedHosts::default());
    }
}
