import { Part } from '#islands/lib/part.tsx'

/** The files of a job: the panel that every dialog has. */
export const Documents = ({ jobid }: { jobid: string }) => <Part url={`/documents/panel/jobs/${jobid}`} />
