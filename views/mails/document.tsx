type DocumentMailProps = {
  message: string
  filename: string
  by: string
  organisation: string
}

export const DocumentMail = ({ message, filename, by, organisation }: DocumentMailProps) => (
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
    <p>
      Attached: {filename}
      <br />
      {by}, {organisation}
    </p>
  </>
)
