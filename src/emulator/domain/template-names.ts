/** "first_tenant" as text: "First tenant". For a subject that was declared by its key only. */
export function labelFromKey(key: string): string {
  const words = (key.split('.').at(-1) ?? key).replaceAll('_', ' ').trim();
  return words === '' ? key : words.charAt(0).toUpperCase() + words.slice(1);
}
