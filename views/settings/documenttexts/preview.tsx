/** The first page of a document, as a picture in the answer itself: it is of words that nobody has saved yet. */
export const PdfPreview = ({ label, base64 }: { label: string; base64: string }) => (
  <img src={`data:image/png;base64,${base64}`} alt={`${label}, first page`} />
)

export const MailPreview = ({ text }: { text: string }) => <p className="mailpreview">{text}</p>
