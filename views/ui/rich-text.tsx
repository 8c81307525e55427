/** HTML that `server/rich-text.ts` has cleaned, and nothing else. */
export const RichText = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: only what the server has written anew, element by element
  <div className="richtext" dangerouslySetInnerHTML={{ __html: html }} />
)
