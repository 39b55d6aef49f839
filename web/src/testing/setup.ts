// Every test begins with the state of a page that has just loaded.
import { afterEach } from "vitest";
import { resetAppState } from "@/lib/store";

afterEach(resetAppState);
