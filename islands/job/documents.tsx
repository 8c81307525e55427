import { ServerFragment } from '#islands/lib/server-fragment.tsx'

export const JobDocuments = ({ jobid }: { jobid: string }) => (
  <ServerFragment url={`/documents/panel/jobs/${jobid}`} />
)
