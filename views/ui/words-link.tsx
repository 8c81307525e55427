/** Where some words of a sentence lead. */
export type WordsLink = { words: string; href: string }

type LinkedTextProps = { text: string; link: WordsLink | undefined }

export function LinkedText({ text, link }: LinkedTextProps) {
  const at = link ? text.indexOf(link.words) : -1
  if (!link || at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <a href={link.href}>{link.words}</a>
      {text.slice(at + link.words.length)}
    </>
  )
}
