// Whether registration is open.
import { query } from "@/lib/api/client";

/** Undefined while loading; open if the request fails, since the server decides on submit. */
export function useRegistrationOpen(): boolean | undefined {
  const answer = query.useQuery("get", "/api/auth/registration", {}, { staleTime: Number.POSITIVE_INFINITY });
  return answer.isError ? true : answer.data?.open;
}
