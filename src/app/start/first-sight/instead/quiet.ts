/** No-op stand-ins: a first sight fetches nothing, and nothing can fail in it yet. */
export const useDashboardTroubles = () => ({ malformed: undefined });
export const useFreshAnalytics = (): void => {};
/** Nor does it show custom columns. */
export const useKeptColumns = () => ({});

/** The texts are loaded before anything is drawn. */
export const loadWords = (): Promise<void> => Promise.resolve();
export const localeOf = (language: string): string => (language === "en" ? "en-US" : language);
