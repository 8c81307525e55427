type AnswerMailProps = {
  /** As in "Estimate approved". */
  verb: string
  organisation: string
  facts: readonly { label: string; value: string }[]
}

export const AnswerMail = ({ verb, organisation, facts }: AnswerMailProps) => (
  <>
    <h1>{verb}</h1>
    {facts.map(({ label, value }) => (
      <p key={label}>
        {label}: {value}
      </p>
    ))}
    <p>The paper is attached as it was shown. {organisation} keeps the same.</p>
  </>
)
