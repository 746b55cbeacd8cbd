/** Refuses files dropped where nothing takes them: the browser would leave the page and show the file. Returns the cleanup function. */
export function refuseFiles(): () => void {
  const stop = new AbortController();
  const refuse = (event: DragEvent): void => {
    const { dataTransfer: dragged, defaultPrevented } = event;
    if (defaultPrevented || !dragged?.types.includes("Files")) return;
    event.preventDefault();
    dragged.dropEffect = "none";
  };
  for (const type of ["dragover", "drop"] as const) addEventListener(type, refuse, stop);
  return () => stop.abort();
}
