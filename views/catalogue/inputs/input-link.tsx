type InputLinkProps = { id: string; code: string; name: string }

/** To the inputs of that item. */
export const InputLink = ({ id, code, name }: InputLinkProps) => (
  <a className="itemlink" href={`/admin/inventory/${id}/overview?tab=inputs`}>
    {name} {code !== name && <small className="muted">{code}</small>}
  </a>
)
