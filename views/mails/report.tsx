type ReportProps = { title: string; account: string; period?: string; by?: string }

/** A report that goes out as a file. */
export const Report = ({ title, account, period, by }: ReportProps) => (
  <>
    <h1>{title}</h1>
    <p>
      The report {period ? `for ${period} ` : ''}of <strong>{account}</strong> is attached.
    </p>
    {by && <p>Sent by {by}.</p>}
  </>
)
