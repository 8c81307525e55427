import { ServerFragment } from '#islands/lib/server-fragment.tsx'

export const JobAttachments = ({ jobid }: { jobid: string }) => (
  <ServerFragment url={`/documents/panel/jobs/${jobid}`} />
)
