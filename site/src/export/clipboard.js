// Copies text to the clipboard.

/**
 * @param {string} text
 * @returns {Promise<boolean>} whether it is there now
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** The older way, for pages that are opened from a file. */
function copySelected(text) {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'spoken';
  field.setAttribute('aria-hidden', 'true');
  document.body.append(field);
  const before = document.activeElement;
  field.select();
  let copied = false;
  try {
    copied = document.execCommand('copy');
  } catch {
    copied = false;
  }
  field.remove();
  before?.focus?.();
  return copied;
}
