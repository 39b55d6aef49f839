// Generated from the defaults of roles in shared/domain/src/access.rs; its test writes and checks this file.

export const PAGES = ["jobs", "evaluate", "ai-review", "pipeline", "schedule", "dashboard", "talent-pool", "offer-workbench", "organization", "settings", "prompts", "historical-resume-processing", "work-experience-fix", "deep-analysis-v2", "batch-email", "dev-tools"] as const;

export const ACTIONS_OF = {
  "organization": ["view", "delete", "manage"],
  "members": ["view", "create", "manage"],
  "settings": ["view", "edit"],
  "prompts": ["view", "create", "edit", "delete"],
  "jobs": ["view", "create", "edit", "delete", "export", "execute", "archive", "search"],
  "evaluate": ["view", "delete", "export", "execute", "move"],
  "ai-review": ["view", "export", "review", "archive", "move", "email", "search"],
  "pipeline": ["view", "edit", "export", "archive", "move", "email", "schedule", "search", "send"],
  "schedule": ["view", "create", "edit", "delete", "review", "schedule"],
  "dashboard": ["view", "export"],
  "talent-pool": ["view", "edit", "export", "archive", "move", "email", "search"],
  "offer-workbench": ["view", "create", "edit", "move", "email", "send", "manage"],
} as const;

/** The pages each role opens unless its organization decides otherwise. */
export const PAGES_OF = {
  owner: ["jobs", "evaluate", "ai-review", "pipeline", "schedule", "dashboard", "talent-pool", "offer-workbench", "organization", "settings", "prompts", "historical-resume-processing", "work-experience-fix", "deep-analysis-v2", "batch-email", "dev-tools"],
  admin: ["jobs", "evaluate", "ai-review", "pipeline", "schedule", "dashboard", "talent-pool", "offer-workbench", "organization", "settings", "prompts", "historical-resume-processing", "work-experience-fix", "deep-analysis-v2", "batch-email", "dev-tools"],
  hr_manager: ["jobs", "evaluate", "ai-review", "pipeline", "schedule", "dashboard", "talent-pool", "offer-workbench", "organization", "settings", "prompts", "batch-email"],
  recruiter: ["ai-review", "pipeline", "schedule", "talent-pool", "batch-email"],
  interviewer: ["schedule", "talent-pool"],
  viewer: ["dashboard"],
} as const;

/** The permissions that a role cannot have, whatever its organization decides. */
export const RESERVED_FROM = {
  owner: [],
  admin: [],
  hr_manager: ["organization:delete", "organization:manage", "members:manage", "jobs:delete"],
  recruiter: ["organization:delete", "organization:manage", "members:create", "members:manage", "jobs:delete", "offer-workbench:manage"],
  interviewer: ["organization:delete", "organization:manage", "members:create", "members:manage", "jobs:delete", "offer-workbench:manage"],
  viewer: ["organization:delete", "organization:manage", "members:create", "members:manage", "jobs:delete", "offer-workbench:manage"],
} as const;
