/** What the server refused, where no field is at fault. */
export function FormError({ text }: { text: string | null }) {
  return (
    text && (
      <p className="error" role="alert">
        {text}
      </p>
    )
  );
}
