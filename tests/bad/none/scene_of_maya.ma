//Maya ASCII 2024 scene
requires maya "2024";
