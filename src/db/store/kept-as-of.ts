/**
 * The age of what is kept of lists under several filters (device epoch ms): when the host last sent the list under `key`, else the
 * oldest of those that it has sent; undefined if it sent none.
 */
export function keptAsOf(views: readonly { readonly key: string; readonly asOf: number }[], key: string): number | undefined {
  const own = views.find((view) => view.key === key);
  return own?.asOf ?? (views.length > 0 ? Math.min(...views.map((view) => view.asOf)) : undefined);
}
