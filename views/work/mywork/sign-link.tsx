import { LinkButton } from '#views/ui/button.tsx'
import { dialogLink } from '#views/ui/links.ts'

type SignLinkProps = {
  jobid: string
  reference: string
  signed?: boolean
  look?: 'primary'
}

export function SignLink({ jobid, reference, signed = false, look }: SignLinkProps) {
  const words = signed ? 'See the signature' : 'Have the client sign'
  return (
    <LinkButton
      icon="pencil"
      look={look}
      aria-label={`${words} for ${reference}`}
      {...dialogLink(`/mywork/jobs/${jobid}/signoff`)}
    >
      {words}
    </LinkButton>
  )
}
