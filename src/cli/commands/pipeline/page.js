"use strict";
const box = document.getElementById("tip-box");
const sections = [...document.querySelectorAll("section")];

/* The names of the kernels, where there are several. */
if (sections.length > 1) {
    const nav = document.createElement("nav");
    for (const section of sections) {
        const link = document.createElement("a");
        link.href = "#" + section.id;
        link.textContent = section.dataset.name;
        nav.append(link);
    }
    document.body.prepend(nav);
}

function place(x, y) {
    box.style.left = Math.min(x + 16, innerWidth - box.offsetWidth - 12) + "px";
    box.style.top = (y + 20 + box.offsetHeight > innerHeight ? y - box.offsetHeight - 12 : y + 20) + "px";
}

function light(section, line) {
    for (const old of section.querySelectorAll(".lit"))
        old.classList.remove("lit");
    if (line)
        for (const found of section.querySelectorAll(`[data-l="${line}"]`))
            if (found.tagName !== "LI")
                found.classList.add("lit");
}

function show(element) {
    if (!element)
        return;
    const list = element.closest(".list");
    if (list)
        list.scrollTo({top: element.offsetTop - list.offsetTop - list.clientHeight / 2, behavior: "smooth"});
    else
        element.scrollIntoView({block: "center", behavior: "smooth"});
}

for (const section of sections) {
    const first = section.querySelector(".list .has");
    if (first) /* the listing begins where something happens */
        first.parentElement.scrollTop = first.offsetTop - first.parentElement.offsetTop - 60;
    let pinned = null;
    for (const event of section.querySelectorAll("svg.time [data-l]")) {
        const title = event.querySelector("title");
        const text = title ? title.textContent : "";
        const arrows = [...section.querySelectorAll(`.arrow[data-a~="${event.id}"]`)];
        if (title)
            title.remove(); /* the box shows it at once */
        const enter = () => {
            light(section, event.dataset.l);
            arrows.forEach(arrow => arrow.classList.add("lit"));
            box.textContent = text;
            box.style.display = "block";
        };
        const leave = () => {
            box.style.display = "none";
            light(section, pinned);
        };
        const choose = () => {
            pinned = event.dataset.l;
            light(section, pinned);
            show(section.querySelector(`.list [data-l="${pinned}"]`));
        };
        event.addEventListener("mouseenter", enter);
        event.addEventListener("mousemove", move => place(move.clientX, move.clientY));
        event.addEventListener("mouseleave", leave);
        event.addEventListener("focus", () => {
            const at = event.getBoundingClientRect();
            enter();
            place(at.left, at.bottom - 12);
        });
        event.addEventListener("blur", leave);
        event.addEventListener("click", choose);
        event.addEventListener("keydown", key => {
            if (key.key === "Enter")
                choose();
        });
    }
    for (const line of section.querySelectorAll(".list .has, ul.wrong [data-l]"))
        line.addEventListener("click", () => {
            pinned = pinned === line.dataset.l && line.tagName !== "LI" ? null : line.dataset.l;
            light(section, pinned);
            if (pinned)
                show(section.querySelector(`svg.time .bad[data-l="${pinned}"], svg.time [data-l="${pinned}"]`));
            if (pinned && line.tagName === "LI")
                show(section.querySelector(`.list [data-l="${pinned}"]`));
        });
}
