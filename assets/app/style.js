// Brings the style sheet of the app's own parts into the page, once.
const sheet = document.createElement("link");
sheet.rel = "stylesheet";
sheet.href = new URL("./app.css", import.meta.url);
document.head.append(sheet);
