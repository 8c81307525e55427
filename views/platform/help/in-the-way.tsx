export const InTheWay = () => (
  <>
    <p>
      If somebody saved before you, what you typed is kept beside what they changed, and you choose. If you
      lack a right, whoever manages your account can give it to you.
    </p>
  </>
)
