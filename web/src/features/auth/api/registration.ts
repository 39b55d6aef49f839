// Whether people may make accounts by themselves.
import { query } from "@/lib/api/client";

/** Undefined until it is known; where it cannot be known, whoever tries will be told. */
export function useRegistrationOpen(): boolean | undefined {
  const answer = query.useQuery("get", "/api/auth/registration", {}, { staleTime: Number.POSITIVE_INFINITY });
  return answer.isError ? true : answer.data?.open;
}
