import { fileSize, wholeNumber } from '#views/format.ts'
import { Button, LinkButton } from '#views/ui/button.tsx'

export type ReportWait = {
  /** Of the report that is being read. */
  runurl: string
  rows: number
  seconds: number
  what?: string
}

/** Asks for itself until the report is there, which then stands in its place. */
export const ReportProgress = ({ runurl, rows, seconds, what = 'Reading the documents' }: ReportWait) => (
  <div
    className="reportprogress"
    role="status"
    hx-get={runurl}
    hx-trigger="load delay:700ms"
    hx-swap="outerHTML"
  >
    <div className="progress">
      <p>
        {what}
        <span className="number">
          {rows > 0 ? `${wholeNumber(rows)} rows, ${seconds} s` : `${seconds} s`}
        </span>
      </p>
      <progress aria-label={what} />
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

export const FileReady = ({ url, bytes }: { url: string; bytes: number }) => (
  <p className="reportprogress" role="status">
    <LinkButton look="primary" icon="download" href={url} download>
      Download the file, {fileSize(bytes)}
    </LinkButton>
  </p>
)

export const FileCancelled = () => (
  <p className="reportprogress" role="status">
    No file was made: it was cancelled.
  </p>
)
