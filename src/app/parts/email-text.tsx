/** An email address that breaks before its domain, if it has to. */
export function EmailText({ value }: { value: string }) {
  const at = value.lastIndexOf("@");
  return at < 1 ? (
    value
  ) : (
    <>
      {value.slice(0, at)}
      <wbr />
      {value.slice(at)}
    </>
  );
}
