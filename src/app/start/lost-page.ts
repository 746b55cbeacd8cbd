/** Shows the page's own words for an app that could not be loaded. */
export function showLost(): void {
  const words = document.querySelector<HTMLTemplateElement>("#lost");
  if (words) document.body.append(words.content);
}
