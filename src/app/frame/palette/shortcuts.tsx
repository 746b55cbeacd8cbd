import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { useLocation } from "wouter";
import { emailParam } from "../../../contract/email-param.ts";
import { paramsOf } from "../../params.ts";
import { noteRecentUser } from "../../../db/people/recent-users.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { useSync } from "../../data/sync-context.ts";
import { paths } from "../../links.ts";
import { useSettings } from "../../state/settings.ts";
import { listenToKeys } from "./keys.ts";
import { AwaitedPalette } from "./awaited-palette.tsx";
import { beginVisit, closePalette, palette } from "../../state/palette-state.ts";
import { useSearch } from "../../state/use-search.ts";

const Palette = lazyPart(async () => (await import("./palette.tsx")).Palette, {
  words: ["search", "users", "transactions", "funding"],
  until: AwaitedPalette,
});
const KeysDialog = lazyPart(async () => (await import("./keys-dialog.tsx")).KeysDialog, { words: ["search"] });

/** Records the users whose pages are opened; the record is deleted with the cache at sign-out. */
function useRecentUsers(): void {
  const { db } = useSync();
  const [path] = useLocation();
  const email = emailParam(paramsOf(useSearch()));
  const isOfUser = path === paths.funding || path.startsWith("/user-management/");
  useEffect(() => {
    if (!isOfUser || !email) return;
    noteRecentUser(db, email).catch(() => {
      // On failure, the palette just lacks this user.
    });
  }, [db, isOfUser, email]);
}

/** Opens the command palette and the list of keys (`?`) from anywhere. */
export function Shortcuts() {
  const { shows } = useSnapshot(palette);
  const { singleKeys } = useSettings();
  const [, navigate] = useLocation();
  useRecentUsers();
  useEffect(
    () =>
      listenToKeys(singleKeys, (path) => {
        beginVisit();
        navigate(path);
      }),
    [singleKeys, navigate],
  );
  useEffect(() => closePalette, []);
  switch (shows) {
    case "nothing":
      return null;
    case "keys":
      return <KeysDialog />;
    case "palette":
      return <Palette />;
  }
}
