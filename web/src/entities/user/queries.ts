// The user's profile and preferences.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { setDateStyle } from "@/i18n/dateStyle";
import { switchLanguage } from "@/i18n/i18n";
import { type Language, storedLanguage } from "@/i18n/languages";
import { api, query } from "@/lib/api/client";
import type { Preferences, ProfileUpdate } from "@/lib/api/types";

const PROFILE = "/api/me/profile";
const PREFERENCES = "/api/me/preferences";
/** Only the user changes them, here or on another device. */
const STALE_MS = 5 * 60_000;

export function useMyProfile() {
  return query.useQuery("get", PROFILE, {}, { staleTime: STALE_MS });
}

export function useMyPreferences() {
  return query.useQuery("get", PREFERENCES, {}, { staleTime: STALE_MS });
}

export function useSaveProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: ProfileUpdate) => (await api.PUT(PROFILE, { body })).data,
    onSuccess: () => client.invalidateQueries({ queryKey: ["get", PROFILE] }),
  });
}

/** Completes onboarding. The profile is saved as a whole, so what it is now is read first. */
export function useCompleteOnboarding() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { phone, job_title, bio, timezone } = (await api.GET(PROFILE)).data ?? {};
      await api.PUT(PROFILE, { body: { phone, job_title, bio, timezone, onboarded: true } });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ["get", PROFILE] }),
  });
}

/** Saves the preferences and applies a new language immediately. */
export function useSavePreferences() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Preferences) => api.PUT(PREFERENCES, { body }),
    onSuccess: async (_answer, { language }) => {
      if (language) await switchLanguage(language);
      await Promise.all([PREFERENCES, PROFILE].map((path) => client.invalidateQueries({ queryKey: ["get", path] })));
    },
  });
}

/**
 * Switches the language of the interface and of emails to the user. The preferences are saved as a whole, so what they
 * are now is read first: they may have been changed on another device.
 */
export function useChooseLanguage(onError: (error: unknown) => void): (language: Language) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: async (language: Language) => {
      const { data } = await api.GET(PREFERENCES);
      if (data) await api.PUT(PREFERENCES, { body: { ...data, language } });
    },
    onSuccess: () =>
      Promise.all([PREFERENCES, PROFILE].map((path) => client.invalidateQueries({ queryKey: ["get", path] }))),
    onError,
  });
  return (language) => {
    void switchLanguage(language);
    mutate(language);
  };
}

/** Applies the date preferences. */
export function useDatePreferences(): void {
  const profile = useMyProfile().data;
  useEffect(() => {
    if (profile) setDateStyle({ format: profile.date_format, timeZone: profile.timezone ?? null });
  }, [profile]);
}

/** Speaks the language of the preferences until one is chosen in this browser. */
export function useLanguagePreference(): void {
  const language = useMyProfile().data?.language;
  useEffect(() => {
    if (language && storedLanguage() === null) void switchLanguage(language);
  }, [language]);
}
