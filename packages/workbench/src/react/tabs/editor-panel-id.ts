/** The element that a tab controls. */
export const EDITOR_PANEL_ID = 'wb-editor-panel';
