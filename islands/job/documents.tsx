import { ServerFragment } from '#islands/lib/server-fragment.tsx'

/** The files of a job: the panel that every dialog has. */
export const JobDocuments = ({ jobid }: { jobid: string }) => (
  <ServerFragment url={`/documents/panel/jobs/${jobid}`} />
)
