import { wholeNumber } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'

export type ReportWait = {
  /** Of the report that is being read. */
  runurl: string
  rows: number
  seconds: number
}

/** Asks for itself until the report is there, which then stands in its place. */
export const ReportProgress = ({ runurl, rows, seconds }: ReportWait) => (
  <div
    className="reportprogress"
    role="status"
    hx-get={runurl}
    hx-trigger="load delay:700ms"
    hx-swap="outerHTML"
  >
    <div className="progress">
      <p>
        Reading the documents
        <span className="number">
          {rows > 0 ? `${wholeNumber(rows)} rows, ${seconds} s` : `${seconds} s`}
        </span>
      </p>
      <progress aria-label="Reading the documents" />
    </div>
    <Button hx-post={`${runurl}/cancel`} hx-target="closest .reportprogress" hx-swap="outerHTML">
      Cancel
    </Button>
  </div>
)

/** In place of a report that was cancelled. */
export const ReportCancelled = ({ url }: { url: string }) => (
  <p className="reportprogress">
    The report was cancelled. <a href={url}>Read it again</a>
  </p>
)
