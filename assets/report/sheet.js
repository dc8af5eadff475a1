// The day sheet of a report: a click on the head of a column sorts the rows by it, another one the other way round.
"use strict";

/** The places of some keys in their order: equal ones as they are, empty ones last in both directions. */
function inOrder(keys, isDescending) {
  const { compare } = new Intl.Collator("en", { numeric: true });
  return keys.map((_, place) => place).sort((one, other) => {
    const [a, b] = [keys[one], keys[other]];
    if (!a || !b) return !a - !b;
    return isDescending ? compare(b, a) : compare(a, b);
  });
}

/**
 * What a row is sorted by: the key of its cell, which is a whole number, or its text. The row of a take that could not
 * be read has no such cell.
 */
function sortKey(row, column) {
  const cell = row.cells[column];
  if (!cell || cell.colSpan > 1) return "";
  return cell.dataset.key ?? cell.textContent.trim();
}

function sortBy(head) {
  const body = head.closest("table").tBodies[0];
  const rows = [...body.rows];
  const was = head.getAttribute("aria-sort");
  const first = head.dataset.first ?? "ascending";
  const second = first === "ascending" ? "descending" : "ascending";
  const direction = was === first ? second : first;
  for (const other of head.parentElement.cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", direction);
  const keys = rows.map((row) => sortKey(row, head.cellIndex));
  body.append(...inOrder(keys, direction === "descending").map((place) => rows[place]));
}

/** Heads are buttons where there is a script that answers them. */
function makeSortable(table) {
  for (const head of table.querySelectorAll("thead th")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    button.addEventListener("click", () => sortBy(head));
    head.replaceChildren(button);
  }
}

if (typeof document !== "undefined") document.querySelectorAll(".sheet").forEach(makeSortable);
