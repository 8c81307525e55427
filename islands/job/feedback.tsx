/** What the workshop reported back, stored as HTML: shown where it can neither run nor reach anything. */
export const Feedback = ({ html }: { html: string }) => (
  <iframe className="feedback" title="Feedback" sandbox="" srcDoc={html} />
)
