import { MailButton } from './frame.tsx'

/** Where its reader reads it, until when, in words, and whether it takes an answer, `once`. */
export type DocumentLink = { url: string; label: string; until: string; once?: boolean }

type DocumentMailProps = {
  message: string
  filename: string
  by: string
  organisation: string
  link?: DocumentLink
}

export const DocumentMail = ({ message, filename, by, organisation, link }: DocumentMailProps) => (
  <>
    {message
      .split(/\n{2,}/)
      .filter((part) => part.trim())
      .map((part) => (
        <p key={part}>
          {part.split('\n').map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
            <span key={at}>
              {at > 0 && <br />}
              {line}
            </span>
          ))}
        </p>
      ))}
    {link && <MailButton href={link.url}>{link.label}</MailButton>}
    {link && (
      <p>
        The link works until {link.until}
        {link.once && ', and can be answered once'}.
      </p>
    )}
    <p>
      Attached: {filename}
      <br />
      {by}, {organisation}
    </p>
  </>
)
