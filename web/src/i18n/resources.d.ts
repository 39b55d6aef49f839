// Types of the text keys, so that a key missing in en-US does not compile.
import type account from "./locales/en-US/account.json";
import type auth from "./locales/en-US/auth.json";
import type booking from "./locales/en-US/booking.json";
import type candidate from "./locales/en-US/candidate.json";
import type common from "./locales/en-US/common.json";
import type compose from "./locales/en-US/compose.json";
import type dashboard from "./locales/en-US/dashboard.json";
import type devtools from "./locales/en-US/devtools.json";
import type email from "./locales/en-US/email.json";
import type errors from "./locales/en-US/errors.json";
import type evaluate from "./locales/en-US/evaluate.json";
import type evaluation from "./locales/en-US/evaluation.json";
import type guide from "./locales/en-US/guide.json";
import type inbox from "./locales/en-US/inbox.json";
import type interview from "./locales/en-US/interview.json";
import type jobs from "./locales/en-US/jobs.json";
import type legal from "./locales/en-US/legal.json";
import type letter from "./locales/en-US/letter.json";
import type offerPage from "./locales/en-US/offer-page.json";
import type offers from "./locales/en-US/offers.json";
import type onboarding from "./locales/en-US/onboarding.json";
import type ops from "./locales/en-US/ops.json";
import type organization from "./locales/en-US/organization.json";
import type pipeline from "./locales/en-US/pipeline.json";
import type prompts from "./locales/en-US/prompts.json";
import type repair from "./locales/en-US/repair.json";
import type review from "./locales/en-US/review.json";
import type scan from "./locales/en-US/scan.json";
import type schedule from "./locales/en-US/schedule.json";
import type settings from "./locales/en-US/settings.json";
import type shell from "./locales/en-US/shell.json";
import type styleguide from "./locales/en-US/styleguide.json";
import type talentPool from "./locales/en-US/talent-pool.json";
import type tasks from "./locales/en-US/tasks.json";
import type tour from "./locales/en-US/tour.json";
import type user from "./locales/en-US/user.json";
import type welcome from "./locales/en-US/welcome.json";

export interface Resources {
  account: typeof account;
  auth: typeof auth;
  candidate: typeof candidate;
  common: typeof common;
  compose: typeof compose;
  dashboard: typeof dashboard;
  devtools: typeof devtools;
  email: typeof email;
  errors: typeof errors;
  evaluate: typeof evaluate;
  evaluation: typeof evaluation;
  guide: typeof guide;
  inbox: typeof inbox;
  interview: typeof interview;
  jobs: typeof jobs;
  legal: typeof legal;
  onboarding: typeof onboarding;
  ops: typeof ops;
  organization: typeof organization;
  pipeline: typeof pipeline;
  booking: typeof booking;
  letter: typeof letter;
  "offer-page": typeof offerPage;
  offers: typeof offers;
  prompts: typeof prompts;
  repair: typeof repair;
  review: typeof review;
  scan: typeof scan;
  schedule: typeof schedule;
  settings: typeof settings;
  shell: typeof shell;
  styleguide: typeof styleguide;
  "talent-pool": typeof talentPool;
  tasks: typeof tasks;
  tour: typeof tour;
  user: typeof user;
  welcome: typeof welcome;
}

export type Namespace = keyof Resources;

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    keySeparator: false;
    resources: Resources;
  }
}
