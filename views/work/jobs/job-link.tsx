type JobLinkProps = {
  reference: string
  /** Its slug. */
  board: string
  /** The segment of the jobs in an address. */
  jobs: string
}

export const JobLink = ({ reference, board, jobs }: JobLinkProps) => (
  <a href={`/${jobs}/${board}/progress?open=${encodeURIComponent(reference.toLowerCase())}`}>{reference}</a>
)
